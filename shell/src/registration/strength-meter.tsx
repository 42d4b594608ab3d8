import { passwordStrength, passwordStrengths } from '@helioport/contract'
import { useAccountText } from './account-messages.ts'
import styles from './registration.module.css'

const parts = passwordStrengths.slice(1)

/** How strong a password is, in a word and three bars; nothing while there is none. */
export function StrengthMeter({ password }: { password: string }) {
  const text = useAccountText()
  const strength = passwordStrength(password)
  const reached = passwordStrengths.indexOf(strength)
  return (
    <output className={styles['strength']} data-strength={password === '' ? 'none' : strength}>
      <span className={styles['bars']} aria-hidden="true">
        {parts.map((part, at) => (
          <span key={part} className={styles['bar']} data-reached={password !== '' && at < reached} />
        ))}
      </span>
      {password !== '' && (
        <span>
          {text('strength.label')}: {text(`strength.${strength}`)}
        </span>
      )}
    </output>
  )
}

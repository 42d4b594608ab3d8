import styles from './form.module.css'

const steps = ['weak', 'medium', 'strong'] as const
type Strength = 'tooShort' | (typeof steps)[number]

interface StrengthMeterProps {
  /** Undefined: nothing is typed yet. */
  strength: Strength | undefined
  /** Text of the strength, for example "Strength of the password: weak". */
  label: string
}

/** How strong a password is, in a word and three bars. */
export function StrengthMeter({ strength, label }: StrengthMeterProps) {
  const reached = steps.findIndex((step) => step === strength)
  return (
    <output className={styles['strength']} data-strength={strength ?? 'none'}>
      <span className={styles['bars']} aria-hidden="true">
        {steps.map((step, at) => (
          <span key={step} className={styles['bar']} data-reached={at <= reached} />
        ))}
      </span>
      {strength && label}
    </output>
  )
}

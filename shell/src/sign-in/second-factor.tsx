import { type ReactNode, useState } from 'react'
import { accountRules } from '@helioport/contract'
import { Button } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './sign-in-form.module.css'

const appCode = new RegExp(accountRules.code.pattern)
const recoveryCode = new RegExp(accountRules.recoveryCode.pattern)

/** Whether the text has the form of an authenticator code or a recovery code. */
export const isSecondFactor = (code: string) => appCode.test(code) || recoveryCode.test(code)

interface SecondFactorProps {
  id: string
  /** False: the account has only passkeys; a recovery code replaces them. */
  hasApp: boolean
  /** ARIA attributes that connect the field with its error. */
  wrong: object
  onChange: () => void
  children: ReactNode
}

/** Field for the code of the authenticator app, or for a recovery code if the app is lost. */
export function SecondFactor({ id, hasApp, wrong, onChange, children }: SecondFactorProps) {
  const text = useShellText()
  const [lost, setLost] = useState(!hasApp)
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{text(lost ? 'signIn.recoveryCode' : 'signIn.code')}</label>
      <input
        key={String(lost)}
        id={id}
        name="code"
        className={styles['input']}
        autoComplete={lost ? 'off' : 'one-time-code'}
        inputMode={lost ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={lost ? 40 : 24}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it is what is missing
        autoFocus
        onChange={onChange}
        {...wrong}
      />
      {children}
      {hasApp && (
        <div>
          <Button kind="text" size="s" onClick={() => setLost(!lost)}>
            {text(lost ? 'signIn.withCode' : 'signIn.withRecoveryCode')}
          </Button>
        </div>
      )}
    </div>
  )
}

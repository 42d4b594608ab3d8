import { useState } from 'react'
import { Button } from '../core/button.tsx'
import { typedCode } from '../core/typed-code.ts'
import { FieldFrame, type FieldLook } from './field.tsx'
import styles from './form.module.css'
import type { FieldBinding } from './use-form.ts'
import { useCountdown } from './use-countdown.ts'

const waitS = 60
const digits = 6

export interface CodeTexts {
  send: string
  /** On the button during the wait until another code may be requested. */
  wait: (seconds: number) => string
  /** Shown after a code was requested. */
  sent: string
}

interface CodeFieldProps extends FieldBinding<string>, FieldLook {
  /** With `onSend`: for the button that requests a code. */
  texts?: CodeTexts
  /** Requests a code; resolves to whether the request was made. */
  onSend?: () => Promise<boolean>
}

/**
 * A six-digit code that the person receives, typed with or without spaces. With `onSend`, a button requests a code, at
 * most once a minute.
 */
export function CodeField({ texts, onSend, ...props }: CodeFieldProps) {
  const { name, value, onChange, onLeave, error, disabled } = props
  const { left, start } = useCountdown(waitS)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      if (await onSend?.()) {
        setSent(true)
        start()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <FieldFrame {...props} hint={<span role="status">{sent ? texts?.sent : props.hint}</span>}>
      {({ id, describedBy }) => (
        <span className={styles['code']}>
          <input
            id={id}
            className={styles['input']}
            name={name}
            value={value}
            disabled={disabled}
            autoComplete="one-time-code"
            inputMode="numeric"
            // Room for separators between the digits of a pasted code.
            maxLength={4 * digits}
            aria-required
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            onChange={(event) => onChange(typedCode(event.target.value).slice(0, digits))}
            onBlur={onLeave}
          />
          {onSend && texts && (
            <Button busy={busy} disabled={left > 0} onClick={() => void send()}>
              {left > 0 ? texts.wait(left) : texts.send}
            </Button>
          )}
        </span>
      )}
    </FieldFrame>
  )
}

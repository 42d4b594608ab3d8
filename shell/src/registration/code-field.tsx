import { useState } from 'react'
import { Button, Notice } from '@helioport/ui'
import { type FieldBinding, TextField } from '@helioport/ui/form'
import { useAccountText } from './account-messages.ts'
import styles from './registration.module.css'
import { usePause } from './use-pause.ts'

const pauseS = 60

interface CodeFieldProps extends FieldBinding<string> {
  hint: string
  /** Sends a code; resolves to whether one was asked for. */
  onSend: () => Promise<boolean>
}

/** A mailed code, and the button that has one sent, once a minute. */
export function CodeField({ hint, onSend, ...field }: CodeFieldProps) {
  const text = useAccountText()
  const { left, start } = usePause(pauseS)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      if (await onSend()) {
        setSent(true)
        start()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles['withCode']}>
      <TextField
        {...field}
        label={text('register.code')}
        hint={hint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        required
      />
      <div>
        <Button busy={busy} disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? text('code.wait', { seconds: left }) : text('code.send')}
        </Button>
      </div>
      {sent && <Notice tone="good">{text('code.sent')}</Notice>}
    </div>
  )
}

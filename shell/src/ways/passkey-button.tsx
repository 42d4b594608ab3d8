import { useState } from 'react'
import { ApiError } from '@helioport/api-client'
import type { PasskeyQuestion, UsedPasskey } from '@helioport/contract'
import { useRefusalText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { useWaysText } from './ways-messages.ts'
import styles from './ways.module.css'

interface PasskeyButtonProps {
  label: string
  ask: () => Promise<{ data: PasskeyQuestion | null | undefined }>
  answer: (used: UsedPasskey) => Promise<unknown>
}

/** Requests a challenge from the service, lets the browser sign it with a passkey, and sends the answer. */
export function PasskeyButton({ label, ask, answer }: PasskeyButtonProps) {
  const text = useWaysText()
  const refusalText = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const go = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      // The authenticator code is fetched while the challenge is requested.
      const [{ data }, { answerPasskey }] = await Promise.all([ask(), import('./answer-passkey.ts')])
      if (!data) throw new ApiError('client.badReply', 200)
      await answer(await answerPasskey(data))
    } catch (error) {
      setFailure(error instanceof ApiError ? refusalText(error) : text('cancelled'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles['way']}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Button icon="lock" size="l" block busy={isBusy} onClick={() => void go()}>
        {label}
      </Button>
    </div>
  )
}

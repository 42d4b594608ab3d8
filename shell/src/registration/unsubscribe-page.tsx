import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { call } from '@helioport/api-client'
import { type DailyMail, paths } from '@helioport/contract'
import { Button, LinkButton, Notice } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from './account-messages.ts'
import styles from './registration.module.css'
import { useFailure } from './use-failure.ts'

/** A link that was cut or mistyped. */
const brokenLink = { 'request.invalid': 'link.invalid' } as const

/** Target of the link in a daily mail. Opening it changes nothing; only the button does. */
export function UnsubscribePage() {
  const text = useAccountText()
  const shell = useShellText()
  const { token = '' } = useParams()
  const { failure, attempt } = useFailure(brokenLink)
  const [stopped, setStopped] = useState<DailyMail>()
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    await attempt(async () => setStopped((await call('POST /unsubscription', { body: { token } })).data?.kind))
    setBusy(false)
  }
  return (
    <>
      <h1 className={styles['title']}>{text('unsubscribe.title')}</h1>
      <p className={styles['text']}>
        {stopped ? `${text(`unsubscribe.done.${stopped}`)} ${text('unsubscribe.later')}` : text('unsubscribe.text')}
      </p>
      {failure !== undefined && (
        <div className={styles['notice']}>
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
      {stopped ? (
        <LinkButton href={`#${paths.login()}`}>{shell('notice.back')}</LinkButton>
      ) : (
        <Button kind="primary" size="l" busy={busy} onClick={() => void stop()}>
          {text('unsubscribe.submit')}
        </Button>
      )}
    </>
  )
}

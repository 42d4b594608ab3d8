import { type SyntheticEvent, useState } from 'react'
import { useText } from '@helioport/i18n'
import { Card, ErrorState } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './customized-page.module.css'

interface PlayerProps {
  /** The page that plays it, whose policy lets the saved address in and no other. */
  page: string
  label: string
}

/** One video, in a frame of its own. Nothing of it is loaded before somebody plays it. */
export function Player({ page, label }: PlayerProps) {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  /** The page runs nothing: what happens to its video is heard here. */
  function listen({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    const video = currentTarget.contentDocument?.querySelector('video')
    if (video) video.addEventListener('error', () => setFailed(true))
    else setFailed(true)
  }

  if (failed) {
    return (
      <Card>
        <ErrorState
          title={text('video.failed')}
          detail={text('video.failedHint')}
          retry={{
            label: common('action.retry'),
            onRetry: () => {
              setFailed(false)
              setAttempt(attempt + 1)
            },
          }}
        />
      </Card>
    )
  }
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- its policy lets it run nothing; controls of a film may be scripts of the browser
    <iframe key={attempt} className={styles['frame']} title={label} src={page} allow="fullscreen" onLoad={listen} />
  )
}

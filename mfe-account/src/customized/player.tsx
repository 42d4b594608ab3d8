import { useState } from 'react'
import { useText } from '@helioport/i18n'
import { Card, ErrorState } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './customized-page.module.css'

interface PlayerProps {
  source: URL
  label: string
  poster?: string | undefined
}

/** One video. Nothing of it is loaded before somebody plays it. */
export function Player({ source, label, poster }: PlayerProps) {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

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
    <div className={styles['frame']}>
      {/* The owner's own video; captions, if any, are inside the file. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- no caption file comes with the address */}
      <video
        key={attempt}
        className={styles['video']}
        src={source.href}
        controls
        playsInline
        preload="none"
        {...(poster !== undefined && { poster })}
        aria-label={label}
        onError={() => setFailed(true)}
      />
    </div>
  )
}

import { type SyntheticEvent, useState } from 'react'
import { useText } from '@helioport/i18n'
import { Card, ErrorState } from '@helioport/ui'
import { useAccountText } from '../account/use-account-text.ts'
import styles from './customized-page.module.css'

interface PlayerProps {
  /** Page that plays it; its policy allows only the saved address. */
  page: string
  label: string
  /** Host of the video. */
  host: string
  poster?: string | undefined
}

/** One video in a frame, which is loaded only on request. */
export function Player({ page, label, host, poster }: PlayerProps) {
  const text = useAccountText()
  const common = useText()
  const [stage, setStage] = useState<'waiting' | 'running' | 'format' | 'network'>('waiting')

  if (stage === 'waiting')
    return (
      <div className={styles['frame']}>
        {poster !== undefined && <img className={styles['poster']} src={poster} alt="" loading="lazy" />}
        <button
          type="button"
          className={styles['play']}
          aria-label={text('video.play', { name: label })}
          onClick={() => setStage('running')}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 5v14l11-7z" />
          </svg>
        </button>
      </div>
    )
  if (stage !== 'running')
    return (
      <Card>
        <ErrorState
          title={text('video.failed')}
          detail={text(`video.failed.${stage}`, { host })}
          retry={{ label: common('action.retry'), onRetry: () => setStage('running') }}
        />
      </Card>
    )

  /** Listens to the video's events; a stream reports its own final failure. */
  function listen({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    const video = currentTarget.contentDocument?.querySelector('video')
    if (!video) return setStage('format')
    const isStream = video.dataset['stream'] !== undefined
    video.addEventListener(isStream ? 'streamfailed' : 'error', (event) => {
      // The event comes from the frame, so `instanceof` would fail here.
      const isNetwork = 'detail' in event ? event.detail === 'network' : video.error?.code === 2
      setStage(isNetwork ? 'network' : 'format')
    })
    // A browser that requires another click shows its own button.
    void video.play()?.catch(() => undefined)
  }

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- its policy lets it run nothing but the portal's own player; controls of a film may be scripts of the browser
    <iframe className={styles['frame']} title={label} src={page} allow="autoplay; fullscreen" onLoad={listen} />
  )
}

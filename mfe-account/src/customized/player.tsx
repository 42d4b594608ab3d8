import { useState } from 'react'
import { useText } from '@helioport/i18n'
import { Card, ErrorState } from '@helioport/ui'
import { useAccountText } from '../account/use-account-text.ts'
import styles from './customized-page.module.css'
import type { VideoFailure } from './play-stream.ts'
import { RunningVideo } from './running-video.tsx'

interface PlayerProps {
  source: URL
  label: string
  poster?: string | undefined
}

/** One video. Nothing of it, and nothing that plays it, is loaded before somebody asks for it. */
export function Player({ source, label, poster }: PlayerProps) {
  const text = useAccountText()
  const common = useText()
  const [stage, setStage] = useState<'waiting' | 'running' | VideoFailure>('waiting')

  if (stage === 'running')
    return (
      <div className={styles['frame']}>
        <RunningVideo source={source} label={label} onFail={setStage} />
      </div>
    )
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
  return (
    <Card>
      <ErrorState
        title={text('video.failed')}
        detail={text(`video.failed.${stage}`, { host: source.host })}
        retry={{ label: common('action.retry'), onRetry: () => setStage('running') }}
      />
    </Card>
  )
}

import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader, Skeleton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './customized-page.module.css'
import { videoSource } from './video-source.ts'

/** Plays the video that the account names. */
export default function CustomizedPage() {
  const text = useText<typeof enUS>('account')
  const errorText = useErrorText()
  const { data, error, refetch } = useEndpoint('GET /account')
  const source = data && videoSource(data.videoUrl)
  const toSettings = `#${paths.setting('basic')}`

  return (
    <Page>
      <PageHeader
        title={text('video.title')}
        subtitle={source && text('video.source', { host: source.host })}
        actions={
          source && (
            <LinkButton icon="edit" href={toSettings}>
              {text('video.change')}
            </LinkButton>
          )
        }
      />
      {source ? (
        <Player key={source.href} source={source} />
      ) : data ? (
        <Card>
          <Empty
            icon="screen"
            title={text('video.none')}
            hint={text('video.noneHint')}
            action={
              <LinkButton kind="primary" href={toSettings}>
                {text('video.toSettings')}
              </LinkButton>
            }
          />
        </Card>
      ) : error ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : (
        <div className={styles['frame']}>
          <Skeleton width="100%" height={720} />
        </div>
      )}
    </Page>
  )
}

function Player({ source }: { source: URL }) {
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
        preload="metadata"
        aria-label={text('video.label')}
        onError={() => setFailed(true)}
      />
    </div>
  )
}

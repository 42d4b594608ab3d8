import { useEndpoint } from '@helioport/api-client'
import { apiBasePath, paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader, Skeleton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './customized-page.module.css'
import { Player } from './player.tsx'
import { StationVideos } from './station-videos.tsx'
import { videoSource } from './video-source.ts'

/** Plays the video that the account names, and those of its stations. */
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
        <Player
          key={source.href}
          page={`${apiBasePath}/account/video`}
          label={text('video.label')}
          host={source.host}
        />
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
      <StationVideos />
    </Page>
  )
}

import { useEndpoint } from '@helioport/api-client'
import { apiBasePath, maxPageSize, paths } from '@helioport/contract'
import { Card } from '@helioport/ui'
import { pictureUrl } from '../account/picture-url.ts'
import styles from './customized-page.module.css'
import { Player } from './player.tsx'
import { videoSource } from './video-source.ts'

/** Videos of the stations, each behind the station's picture until it is played; renders nothing if there are none. */
export function StationVideos() {
  const { data: stations = [] } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const videos = stations.flatMap(({ videoUrl, ...station }) => {
    const source = videoSource(videoUrl)
    return source ? [{ ...station, source }] : []
  })
  if (videos.length === 0) return null
  return (
    <div className={styles['videos']}>
      {videos.map(({ id, memberId, name, source, pictureId }) => (
        <Card key={id} title={<a href={`#${paths.station('information', memberId, id)}`}>{name}</a>}>
          <Player
            key={source.href}
            page={`${apiBasePath}/stations/${id}/video`}
            label={name}
            host={source.host}
            poster={pictureUrl(pictureId)}
          />
        </Card>
      ))}
    </div>
  )
}

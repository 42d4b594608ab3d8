import { useEndpoint } from '@helioport/api-client'
import { apiBasePath, maxPageSize, paths } from '@helioport/contract'
import { Card } from '@helioport/ui'
import { Player } from './player.tsx'
import { videoSource } from './video-source.ts'

/** The videos that stations name, each with the station's picture until it is played; renders nothing if there are none. */
export function StationVideos() {
  const { data: stations = [] } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  return stations.map(({ id, memberId, name, videoUrl }) => {
    if (!videoSource(videoUrl)) return null
    return (
      <Card key={id} title={<a href={`#${paths.station('information', memberId, id)}`}>{name}</a>}>
        <Player page={`${apiBasePath}/stations/${id}/video`} label={name} />
      </Card>
    )
  })
}

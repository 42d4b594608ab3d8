import { useMemo } from 'react'
import { paths, type StationPlace } from '@helioport/contract'
import { useFormat, useMapTexts } from '@helioport/i18n'
import { type MapPoint, PointMap } from '@helioport/ui/map'
import { hrefOf } from './href.ts'
import { useStationText } from './use-station-text.ts'

interface StationsMapProps {
  stations: readonly Pick<StationPlace, 'id' | 'memberId' | 'name' | 'latitude' | 'longitude' | 'status' | 'powerW'>[]
  /** px. */
  height: number
}

const tones = { normal: 'good', abnormal: 'bad', standby: 'idle', offline: 'warn' } as const

/** Where the stations lie, and how each is; a page of its own, so that the map is fetched where it is shown. */
export default function StationsMap({ stations, height }: StationsMapProps) {
  const text = useStationText()
  const common = useMapTexts()
  const format = useFormat()
  const points = useMemo(
    () =>
      stations.map(({ id, memberId, name, latitude, longitude, status, powerW }): MapPoint => ({
        id,
        latitude,
        longitude,
        label: name,
        note: format.power(powerW).text,
        tone: tones[status],
        href: hrefOf(paths.station('charts', memberId, id)),
      })),
    [stations, format],
  )
  const texts = useMemo(
    () => ({ ...common, cluster: (count: number) => text('map.cluster', { count: format.number(count) }) }),
    [common, text, format],
  )
  return <PointMap label={text('dashboard.map')} points={points} texts={texts} height={height} />
}

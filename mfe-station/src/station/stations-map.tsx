import { useMemo } from 'react'
import { paths, shownStatus, type StationPlace } from '@helioport/contract'
import { useFormat, useMapTexts } from '@helioport/i18n'
import { type MapPoint, PointMap } from '@helioport/ui/map'
import { hrefOf } from './href.ts'
import { useStationText } from './use-station-text.ts'

interface StationsMapProps {
  stations: readonly Omit<StationPlace, 'timeZone'>[]
  /** px. */
  height: number
}

const tones = { normal: 'good', abnormal: 'bad', standby: 'idle', offline: 'warn' } as const

/** A station that produces only partly needs attention. */
function toneOf(station: Parameters<typeof shownStatus>[0]): MapPoint['tone'] {
  const { word, look } = shownStatus(station)
  return word === 'partly' ? 'warn' : tones[look]
}

/** Map of the stations with their status. A separate module, so that the map is fetched only where it is shown. */
export default function StationsMap({ stations, height }: StationsMapProps) {
  const text = useStationText()
  const common = useMapTexts()
  const format = useFormat()
  const points = useMemo(
    () =>
      stations.map((station): MapPoint => ({
        id: station.id,
        latitude: station.latitude,
        longitude: station.longitude,
        label: station.name,
        note: format.power(station.powerW).text,
        tone: toneOf(station),
        href: hrefOf(paths.station('charts', station.memberId, station.id)),
      })),
    [stations, format],
  )
  const texts = useMemo(
    () => ({ ...common, cluster: (count: number) => text('map.cluster', { count: format.number(count) }) }),
    [common, text, format],
  )
  return <PointMap label={text('dashboard.map')} points={points} texts={texts} height={height} />
}

import { useParams } from 'react-router-dom'
import { stationTabs } from '@helioport/contract'
import { MissingTab } from '../station/missing.tsx'
import { FirstStation } from './first-station.tsx'
import { StationCharts } from './station-charts.tsx'

/** `/station/detail/:tabKey/:memberId/:stationId`, and without ids the first station. */
export default function DetailPage() {
  const { tabKey = 'charts', memberId, stationId } = useParams()
  if (memberId === undefined || stationId === undefined) return <FirstStation />
  if (!stationTabs.some((tab) => tab === tabKey))
    return <MissingTab tab={tabKey} memberId={memberId} stationId={stationId} />
  return <StationCharts key={stationId} memberId={memberId} stationId={stationId} />
}

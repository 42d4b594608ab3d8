import { useParams } from 'react-router-dom'
import { stationTabs } from '@helioport/contract'
import { MissingTab } from '../station/missing.tsx'
import { FirstStation } from './first-station.tsx'
import { StationDetail } from './station-detail.tsx'

/** `/station/detail/:tabKey/:memberId/:stationId`, and without ids the first station. */
export default function DetailPage() {
  const { tabKey = 'charts', memberId, stationId } = useParams()
  if (memberId === undefined || stationId === undefined) return <FirstStation />
  const tab = stationTabs.find((known) => known === tabKey)
  if (tab === undefined) return <MissingTab tab={tabKey} memberId={memberId} stationId={stationId} />
  return <StationDetail key={stationId} tab={tab} memberId={memberId} stationId={stationId} />
}

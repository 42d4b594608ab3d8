import { useParams } from 'react-router-dom'
import { askAhead } from '@helioport/api-client'
import { stationTabs } from '@helioport/contract'
import type { Place } from '@helioport/federation/remote'
import { MissingTab } from '../station/missing.tsx'
import { FirstStation } from './first-station.tsx'
import { StationDetail } from './station-detail.tsx'

/** `/station/detail/:tabKey/:memberId/:stationId`; without ids, the first station. */
export default function DetailPage() {
  const { tabKey = 'charts', memberId, stationId } = useParams()
  if (memberId === undefined || stationId === undefined) return <FirstStation />
  const tab = stationTabs.find((known) => known === tabKey)
  if (tab === undefined) return <MissingTab tab={tabKey} memberId={memberId} stationId={stationId} />
  return <StationDetail key={stationId} tab={tab} memberId={memberId} stationId={stationId} />
}

DetailPage.ahead = ({ params: { stationId } }: Place) => {
  if (stationId !== undefined) askAhead('GET /stations/:stationId', { params: { stationId } })
}

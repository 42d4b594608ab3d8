import { Navigate } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { Page } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { NoStation } from '../station/missing.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'

/** `/station/detail/charts` without ids opens the account's first station. */
export function FirstStation() {
  const text = useStationText()
  const stations = useEndpoint('GET /stations', { query: { page: 1, pageSize: 1, sort: 'sortNumber' } })
  const [first] = stations.data ?? []
  if (first) return <Navigate to={paths.station('charts', first.memberId, first.id)} replace />
  if (stations.error)
    return (
      <Page>
        <Failure title={text('failed.stationTitle')} error={stations.error} onRetry={stations.refetch} />
      </Page>
    )
  if (stations.data)
    return (
      <Page>
        <NoStation onRefresh={stations.refetch} />
      </Page>
    )
  return <DetailSkeleton />
}

import { useEndpoint } from '@helioport/api-client'
import type { IvScanDetail } from '@helioport/contract'

const lookedThrough = 50

/** The newest scan of the same inverter before this one; undefined: there is none, or it is on its way. */
export function useScanBefore(scan: IvScanDetail): IvScanDetail | undefined {
  const list = useEndpoint('GET /devices/:deviceId/iv-scans', {
    params: { deviceId: scan.deviceId },
    query: { page: 1, pageSize: lookedThrough },
  })
  const before = list.data?.find(({ id, scannedAt }) => id !== scan.id && scannedAt < scan.scannedAt)
  const { data, isPrevious } = useEndpoint(
    'GET /iv-scans/:ivScanId',
    { params: { ivScanId: before?.id ?? scan.id }, query: {} },
    { enabled: before !== undefined },
  )
  return before && !isPrevious && data?.id === before.id ? data : undefined
}

import { useEndpoint } from '@helioport/api-client'
import type { IvCurve, IvScan, IvScanDetail } from '@helioport/contract'
import { urlMatch } from '@helioport/ui'
import { stringKey } from '../reference.ts'

const lookedThrough = 50

/** URL state of the comparison. */
export const compareFields = {
  /** Another inverter of the station; empty: the same one. */
  inverter: urlMatch(/^[\da-f-]{36}$/),
  /** A scan of that inverter; empty: the nearest one. */
  against: urlMatch(/^(nothing|[\da-f-]{36})$/),
  /** String of the other inverter; empty: the one with the same number. */
  beside: urlMatch(/^\d{1,2}-\d{1,2}$/),
}

export interface Choice {
  inverter: string
  against: string
  beside: string
}

export interface Compared {
  /** Scans to choose from, newest first. */
  scans: readonly IvScan[]
  /** Undefined: none, or still loading. */
  scan: IvScanDetail | undefined
  /** The scan is of another inverter. */
  isOther: boolean
  /** The scan is the previous one of the same inverter. */
  isBefore: boolean
}

/** Default comparison: the previous scan of the same inverter, or the scan of another one that is closest in time. */
function nearestOf(scan: IvScanDetail, scans: readonly IvScan[], isOther: boolean): IvScan | undefined {
  if (!isOther) return scans.find(({ scannedAt }) => scannedAt < scan.scannedAt)
  const awayMs = ({ scannedAt }: IvScan) => Math.abs(Date.parse(scannedAt) - Date.parse(scan.scannedAt))
  return scans.toSorted((a, b) => awayMs(a) - awayMs(b))[0]
}

export function useCompared(scan: IvScanDetail, { inverter, against }: Choice, procedure: '1' | '2'): Compared {
  const isOther = inverter !== '' && inverter !== scan.deviceId
  const list = useEndpoint('GET /devices/:deviceId/iv-scans', {
    params: { deviceId: isOther ? inverter : scan.deviceId },
    query: { page: 1, pageSize: lookedThrough },
  })
  const scans = (list.isPrevious ? [] : (list.data ?? [])).filter(({ id }) => id !== scan.id)
  const nearest = nearestOf(scan, scans, isOther)
  const wanted = against === 'nothing' ? undefined : (scans.find(({ id }) => id === against) ?? nearest)
  const { data, isPrevious } = useEndpoint(
    'GET /iv-scans/:ivScanId',
    { params: { ivScanId: wanted?.id ?? scan.id }, query: procedure === '1' ? { procedure: 1 } : {} },
    { enabled: wanted !== undefined },
  )
  return {
    scans,
    scan: wanted && data?.id === wanted.id && !isPrevious ? data : undefined,
    isOther,
    isBefore: !isOther && wanted !== undefined && wanted === nearest,
  }
}

/** The curve drawn for comparison. */
export const comparedCurve = (compared: Compared, shown: IvCurve, beside: string): IvCurve | undefined =>
  compared.scan?.curves.find(
    (curve) => stringKey(curve) === (compared.isOther && beside !== '' ? beside : stringKey(shown)),
  )

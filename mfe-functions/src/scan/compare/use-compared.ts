import { useEndpoint } from '@helioport/api-client'
import type { IvCurve, IvScan, IvScanDetail } from '@helioport/contract'
import { urlMatch } from '@helioport/ui'
import { stringKey } from '../reference.ts'

const lookedThrough = 50

/** What the strings of a scan are held against, as the address says it. */
export const compareFields = {
  /** Another inverter of the station; none: the same one. */
  inverter: urlMatch(/^[\da-f-]{36}$/),
  /** A scan of that inverter; none: the one that is nearest. */
  against: urlMatch(/^(nothing|[\da-f-]{36})$/),
  /** String of the other inverter; none: the one of the same number. */
  beside: urlMatch(/^\d{1,2}-\d{1,2}$/),
}

export interface Choice {
  inverter: string
  against: string
  beside: string
}

export interface Compared {
  /** Scans that may be compared with, newest first. */
  scans: readonly IvScan[]
  /** Undefined: there is none, or it is on its way. */
  scan: IvScanDetail | undefined
  /** Another inverter's. */
  isOther: boolean
  /** The scan before the one that is shown, of the same inverter. */
  isBefore: boolean
}

/** Of the same inverter the scan before; of another one the scan that was made nearest to the one that is shown. */
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

/** The curve that is drawn beside the one that is shown. */
export const comparedCurve = (compared: Compared, shown: IvCurve, beside: string): IvCurve | undefined =>
  compared.scan?.curves.find(
    (curve) => stringKey(curve) === (compared.isOther && beside !== '' ? beside : stringKey(shown)),
  )

import {
  type ClientErrorCode,
  type DataAge,
  type DeviceStatus,
  type ErrorCode,
  isAsleep,
  type StatusReason,
} from '@helioport/contract'
import { useFormat } from './use-format.ts'
import { useText } from './use-text.ts'

/** Text for the age of a sample, for a badge. */
export function useAgeText(): (age: DataAge) => string {
  const text = useText('common')
  const format = useFormat()
  return ({ state, measuredAt }) => text(`age.${state}`, { ago: format.ago(measuredAt) })
}

interface Reporting {
  age: DataAge
  /** Zone of the plant; the viewer's zone if several plants are shown. */
  timeZone?: string
  statusReason: StatusReason
}

/** Samples older than this are shown with their date. */
const datedAfterMs = 7 * 24 * 3_600_000

/**
 * State and text of the age badge of a station or device: "live", "late 12 min", or the day of the last data. At night
 * loggers sleep with their inverters: the badge then only gives the time of the last sample. `now` is epoch ms.
 */
export function useAgeBadge(): (
  of: Reporting,
  now: number,
) => { state: DataAge['state']; label: string; title: string | undefined } {
  const text = useText('common')
  const ageText = useAgeText()
  const format = useFormat()
  return (of, now) => {
    const { age, timeZone } = of
    const { measuredAt } = age
    if (measuredAt === null) return { state: age.state, label: ageText(age), title: undefined }
    const isHistory = now - Date.parse(measuredAt) > datedAfterMs
    const sleeps = isAsleep(of, now)
    const time = isHistory ? format.date(measuredAt, timeZone) : format.time(measuredAt, timeZone)
    return {
      state: sleeps ? 'none' : age.state,
      label: isHistory || sleeps ? text('age.until', { time }) : ageText(age),
      title: format.dateTime(measuredAt, timeZone),
    }
  }
}

/** Texts of a status and of its reason, if given. */
export function useStatusText(): (
  status: DeviceStatus,
  reason?: StatusReason,
) => { label: string; reason: string | undefined } {
  const text = useText('status')
  return (status, reason) => ({
    label: text(`status.${status}`),
    reason: reason === undefined ? undefined : text(`reason.${reason}`),
  })
}

interface Refusal {
  code: ErrorCode | ClientErrorCode
  retryAfterS?: number | undefined
}

export interface Failure extends Refusal {
  traceId: string
}

/** Appends to a reason when a retry may work, in whole minutes, if known. */
export function useRetryText(): (reason: string, retryAfterS: number | undefined) => string {
  const text = useText('common')
  const format = useFormat()
  return (reason, seconds) => {
    if (seconds === undefined) return reason
    const wait = text('retry.after', { wait: format.duration(Math.ceil(seconds / 60) * 60_000) })
    // Chinese sentences are not separated by a space.
    return reason.endsWith('。') ? reason + wait : `${reason} ${wait}`
  }
}

/** Text of a refusal, and when a retry may work. */
export function useRefusalText(): (refusal: Refusal) => string {
  const reasons = useText('error')
  const retry = useRetryText()
  return ({ code, retryAfterS }) => retry(reasons(code), retryAfterS)
}

const noAccessCodes: ReadonlySet<Refusal['code']> = new Set(['access.denied', 'session.viewOnly'])

/** Texts for a failed call: what happened, what still works, a support reference, and a retry. */
export function useErrorText(): (
  error: Failure,
  onRetry?: () => void,
) => {
  title: string
  detail: string
  stillWorks: string
  reference?: string
  retry?: { label: string; onRetry: () => void }
} {
  const text = useText('common')
  const reasonOf = useRefusalText()
  return ({ traceId, ...refusal }, onRetry) => {
    // Not a failure, and a retry would not help.
    const isClosed = noAccessCodes.has(refusal.code)
    return {
      title: text(isClosed ? 'error.noAccess' : 'error.title'),
      detail: reasonOf(refusal),
      stillWorks: text('error.stillWorks'),
      ...(traceId && !isClosed ? { reference: text('error.trace', { traceId }) } : {}),
      ...(onRetry && !isClosed ? { retry: { label: text('action.retry'), onRetry } } : {}),
    }
  }
}

import type { ClientErrorCode, DataAge, DeviceStatus, ErrorCode, StatusReason } from '@helioport/contract'
import { useFormat } from './use-format.ts'
import { useText } from './use-text.ts'

/** Word for the age of a datum, for a badge. */
export function useAgeText(): (age: DataAge) => string {
  const text = useText('common')
  const format = useFormat()
  return ({ state, measuredAt }) => text(`age.${state}`, { ago: format.ago(measuredAt) })
}

/** Words for a status and for why it is so; the reason is left out where none is given. */
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

interface Failure extends Refusal {
  traceId: string
}

/** A reason, and when another try may work, in whole minutes, where that is known. */
export function useRetryText(): (reason: string, retryAfterS: number | undefined) => string {
  const text = useText('common')
  const format = useFormat()
  return (reason, seconds) => {
    if (seconds === undefined) return reason
    const wait = text('retry.after', { wait: format.duration(Math.ceil(seconds / 60) * 60_000) })
    // Chinese sentences follow each other without a space.
    return reason.endsWith('。') ? reason + wait : `${reason} ${wait}`
  }
}

/** Words for why a call was refused, and when another try may work. */
export function useRefusalText(): (refusal: Refusal) => string {
  const reasons = useText('error')
  const retry = useRetryText()
  return ({ code, retryAfterS }) => retry(reasons(code), retryAfterS)
}

/** Words for a failed call: what happened, what still works, the reference for support, and the way to try again. */
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
  return ({ traceId, ...refusal }, onRetry) => ({
    title: text('error.title'),
    detail: reasonOf(refusal),
    stillWorks: text('error.stillWorks'),
    ...(traceId ? { reference: text('error.trace', { traceId }) } : {}),
    ...(onRetry ? { retry: { label: text('action.retry'), onRetry } } : {}),
  })
}

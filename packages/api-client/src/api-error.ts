import { clientErrorCodes, errorStatus, type ClientErrorCode, type ErrorCode } from '@helioport/contract'

export type ApiErrorCode = ErrorCode | ClientErrorCode

/** One field that the service refused: where it is (JSON pointer) and what the rule says. */
export interface ApiIssue {
  path: string
  message: string
}

/**
 * Why a call failed. `code` is a translation key (`error` namespace); wording never comes from the service.
 * `status` is 0 where no reply arrived; `traceId` finds the call in the service's log.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly traceId: string
  readonly issues: readonly ApiIssue[]
  /** Seconds after which another try may work, where the service says so. */
  readonly retryAfterS: number | undefined

  constructor(
    code: ApiErrorCode,
    status: number,
    traceId = '',
    issues: readonly ApiIssue[] = [],
    retryAfterS?: number,
  ) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.traceId = traceId
    this.issues = issues
    this.retryAfterS = retryAfterS
  }
}

/** A code that this release knows; one from a newer service becomes the general failure. */
export function knownCode(code: unknown): ApiErrorCode {
  if (typeof code !== 'string') return 'service.failed'
  if (code in errorStatus) return code as ErrorCode
  return clientErrorCodes.find((known) => known === code) ?? 'service.failed'
}

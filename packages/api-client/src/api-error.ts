import { clientErrorCodes, errorStatus, type ClientErrorCode, type ErrorCode } from '@helioport/contract'

export type ApiErrorCode = ErrorCode | ClientErrorCode

/** A field that the service refused: its location (JSON pointer) and the broken rule. */
export interface ApiIssue {
  path: string
  message: string
}

/**
 * Why a call failed. `code` is a translation key (`error` namespace); wording never comes from the service.
 * `status` is 0 if no reply arrived; `traceId` identifies the call in the service's log.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly traceId: string
  readonly issues: readonly ApiIssue[]
  /** Seconds after which a retry may succeed, if the service says so. */
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

/** Returns a code that this release knows; an unknown code of a newer service becomes `service.failed`. */
export function knownCode(code: unknown): ApiErrorCode {
  if (typeof code !== 'string') return 'service.failed'
  if (code in errorStatus) return code as ErrorCode
  return clientErrorCodes.find((known) => known === code) ?? 'service.failed'
}

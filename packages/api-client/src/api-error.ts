import { clientErrorCodes, errorStatus, type ClientErrorCode, type ErrorCode } from '@helioport/contract'

export type ApiErrorCode = ErrorCode | ClientErrorCode

/** One field that the service refused: its place (JSON pointer) and the rule that it breaks. */
export interface ApiIssue {
  path: string
  message: string
}

/**
 * Why a call failed. `code` is a translation key (`error` namespace); the service sends no wording.
 * `status` is 0 if no reply arrived; `traceId` finds the call in the service's log.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly traceId: string
  readonly issues: readonly ApiIssue[]
  /** Seconds until a retry may succeed, if the service says so. */
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

/** The code, if this release knows it; a code of a newer service becomes the general failure. */
export function knownCode(code: unknown): ApiErrorCode {
  if (typeof code !== 'string') return 'service.failed'
  if (code in errorStatus) return code as ErrorCode
  return clientErrorCodes.find((known) => known === code) ?? 'service.failed'
}

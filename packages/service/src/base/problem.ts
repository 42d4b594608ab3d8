import type { ErrorCode } from '@helioport/contract'

/** One refused field: JSON pointer into the checked part, and the broken rule, worded for developers. */
export interface Issue {
  path: string
  message: string
}

/** A refusal with an error code of the contract. Rules throw it; the error handler turns it into the reply. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  readonly retryAfterS: number | null

  constructor(code: ErrorCode, details: { issues?: readonly Issue[]; retryAfterS?: number; cause?: unknown } = {}) {
    super(code, { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.issues = details.issues ?? []
    this.retryAfterS = details.retryAfterS ?? null
  }
}

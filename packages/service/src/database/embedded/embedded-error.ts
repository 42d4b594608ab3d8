/** Why the embedded PostgreSQL cannot start; each code has one remedy, which the message names. */
const embeddedErrorCodes = [
  'database.platformUnsupported',
  'database.folderNotReachable',
  'database.folderNotWritable',
  'database.initFailed',
  'database.startFailed',
  'database.lockHeld',
] as const

export type EmbeddedErrorCode = (typeof embeddedErrorCodes)[number]

export class EmbeddedError extends Error {
  readonly code: EmbeddedErrorCode

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options)
    this.name = 'EmbeddedError'
    this.code = code
  }
}

/** What can stop the embedded PostgreSQL from starting; each code has one remedy, said in the message. */
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

/**
 * Every error that the service may answer, with its HTTP status.
 * The code is also the key of its translation (`error.<code>`), so a missing text is a type error.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.malformed': 400,
  'request.duplicateKey': 400,
  'request.tooLarge': 413,
  'request.unsupportedType': 415,
  'request.headerMissing': 403,
  'request.foreignOrigin': 403,
  'request.tooMany': 429,
  'session.required': 401,
  'session.wrongCredentials': 401,
  'session.accountInactive': 403,
  'session.proofRequired': 403,
  'access.denied': 403,
  notFound: 404,
  conflict: 409,
  'station.nameTaken': 409,
  'device.serialTaken': 409,
  'logger.serialTaken': 409,
  'logger.keyWrong': 401,
  'powerFactor.missing': 400,
  'powerFactor.outOfRange': 400,
  'service.storageFull': 507,
  'service.databaseDown': 503,
  'service.unavailable': 503,
  'service.failed': 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** Reasons that only the client can find. */
export const clientErrorCodes = ['client.timeout', 'client.offline', 'client.badReply'] as const

export type ClientErrorCode = (typeof clientErrorCodes)[number]

/** Why one row of an ingest batch was refused; the other rows of the batch are kept. */
export const rowErrorCodes = [
  'row.unknownSerial',
  'row.foreignSerial',
  'row.malformed',
  'row.clockTooFar',
  'row.outOfRange',
] as const

export type RowErrorCode = (typeof rowErrorCodes)[number]

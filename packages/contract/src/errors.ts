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
  'request.unknownHost': 421,
  'request.keyReused': 409,
  'session.required': 401,
  'session.wrongCredentials': 401,
  'session.accountInactive': 403,
  'session.proofRequired': 403,
  'session.codeRequired': 401,
  'session.wrongCode': 401,
  'code.wrong': 400,
  'link.invalid': 400,
  'password.wrong': 400,
  'password.same': 400,
  'password.mismatch': 400,
  'email.last': 409,
  'access.denied': 403,
  notFound: 404,
  conflict: 409,
  'account.userNameTaken': 409,
  'account.emailTaken': 409,
  'share.exists': 409,
  'share.self': 409,
  'share.ownSubAccount': 409,
  'share.endsInPast': 400,
  'station.nameTaken': 409,
  'station.nameMismatch': 409,
  'station.deletionExpired': 409,
  'station.collectorDevice': 400,
  'station.currencyFixed': 409,
  'tariff.past': 409,
  'tariff.dateTaken': 409,
  'tariff.bandsOverlap': 400,
  'tariff.last': 409,
  'co2Factor.past': 409,
  'co2Factor.dateTaken': 409,
  'picture.invalid': 400,
  'picture.tooManyPixels': 400,
  'file.invalid': 400,
  'device.serialTaken': 409,
  'device.assigned': 409,
  'device.unassigned': 409,
  'modules.implausible': 400,
  'device.replacedInFuture': 400,
  'device.replacedTooEarly': 409,
  'logger.serialTaken': 409,
  'logger.keyWrong': 401,
  'logger.hasDevices': 409,
  'alarm.assigneeUnknown': 400,
  'period.tooLong': 400,
  'analysis.tooManyInverters': 400,
  'import.noSensors': 409,
  'import.ended': 409,
  'import.undoEnded': 409,
  'export.tooMany': 429,
  'export.notReady': 409,
  'powerFactor.missing': 400,
  'powerFactor.outOfRange': 400,
  'command.noDevices': 400,
  'command.unsupported': 409,
  'command.uninitialized': 409,
  'command.offline': 409,
  'command.busy': 409,
  'command.fault': 409,
  'command.nothingToUndo': 409,
  'command.nothingWaits': 409,
  'command.samePerson': 403,
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
  'row.tooOld',
  'row.beforeStart',
  'row.outOfRange',
  /** Of a day whose samples were dropped after their time: its figures are those that are stored. */
  'row.dayClosed',
  /** Of an import: something measured is there already, in the same interval. */
  'row.existing',
] as const

export type RowErrorCode = (typeof rowErrorCodes)[number]

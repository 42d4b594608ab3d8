import Type, { type Static } from 'typebox'
import { refusedRowCodes } from '../errors.ts'
import { asideReasons, frameStamps } from '../telemetry.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'
import { GatewayReport, GatewaySettings } from '../gateway-setup.ts'
import { loggerSerialPattern } from '../station-rules.ts'

/** Without a station: the logger and its devices wait to be assigned. */
export const LoggerInput = object({
  stationId: Type.Optional(Id),
  serial: Type.String({ pattern: loggerSerialPattern }),
})
export type LoggerInput = Static<typeof LoggerInput>

/** A one-time code that a program exchanges for the logger's key; only this reply contains it. */
export const NewLoggerClaim = object({ code: Type.String(), expiresAt: Instant })
export type NewLoggerClaim = Static<typeof NewLoggerClaim>

/** The key is shown once, here; the service keeps only its hash. */
export const LoggerWithKey = object({ id: Id, serial: Type.String(), key: Type.String() })
export type LoggerWithKey = Static<typeof LoggerWithKey>

/** A logger's key, without its text, which is not stored. */
export const LoggerKey = object({
  id: Id,
  createdAt: Instant,
  /** When the key expires after its replacement; null: never. */
  endsAt: Nullable(Instant),
  /** Accurate to the minute; null: never. */
  lastUsedAt: Nullable(Instant),
})
export type LoggerKey = Static<typeof LoggerKey>

/** The key is shown once, here. */
export const NewLoggerKey = object({ ...LoggerKey.properties, key: Type.String() })
export type NewLoggerKey = Static<typeof NewLoggerKey>

/** A logger of the account; `stationId` null: not assigned to a station. */
export const Logger = object({
  id: Id,
  serial: Type.String(),
  stationId: Nullable(Id),
  stationName: Nullable(Type.String()),
  devices: Type.Integer(),
  /** Arrival of the newest batch. */
  lastBatchAt: Nullable(Instant),
  /** Rows from before the station's start date; they are stored once the owner moves that date back. */
  rowsBeforeStart: Type.Integer(),
  /**
   * Rows that were refused in the last days: code of the last one, and count per reason, most frequent first; null:
   * none. Rows that wait for a person are not included.
   */
  refused: Nullable(
    object({
      rows: Type.Integer(),
      code: oneOf(refusedRowCodes),
      reasons: Type.Array(object({ code: oneOf(refusedRowCodes), rows: Type.Integer() })),
      since: Instant,
      lastAt: Instant,
    }),
  ),
  /**
   * Rows of the last seven days that are implausible and therefore in no figure: count per reason, most frequent first.
   */
  keptAside: Type.Array(object({ reason: oneOf(asideReasons), rows: Type.Integer() })),
  /** Number of devices that the logger reports and nobody has added. */
  foundDevices: Type.Integer(),
  /** Reported firmware, and number of rows still to send; null: not reported. */
  firmware: Nullable(Type.String()),
  backlogRows: Nullable(Type.Integer()),
  createdAt: Instant,
  /** Meaning of its frames' times; null: not set and not detected, so `start` is assumed. */
  stamp: Nullable(oneOf(frameStamps)),
  /** True: detected from the counters, not set by a person. */
  isStampFound: Type.Boolean(),
  /** Clock offset to the service, s; positive: ahead. Null: no batch yet. */
  clockOffsetS: Nullable(Type.Integer()),
})
export type Logger = Static<typeof Logger>

/**
 * `stationId`: station of the logger, null: none; the logger's devices move with it. `stamp`: meaning of its frames'
 * times; null: detect it; absent: unchanged.
 */
export const LoggerChange = object({
  stationId: Nullable(Id),
  stamp: Type.Optional(Nullable(oneOf(frameStamps))),
})
export type LoggerChange = Static<typeof LoggerChange>

/** A device that a logger reports and that the account has not added yet; null: not reported. */
export const FoundDevice = object({
  serial: Type.String(),
  model: Nullable(Type.String()),
  ratedPowerW: Nullable(Type.Number()),
  powerW: Nullable(Type.Number()),
  energyTotalKwh: Nullable(Type.Number()),
  mpptCount: Type.Integer(),
  stringCount: Type.Integer(),
  firstAt: Instant,
  lastAt: Instant,
})
export type FoundDevice = Static<typeof FoundDevice>

/** A gateway: the settings that its owner wants, and its last report; null: no report yet. */
export const Gateway = object({
  ...GatewaySettings.properties,
  report: Nullable(object({ ...GatewayReport.properties, toldAt: Instant })),
})
export type Gateway = Static<typeof Gateway>

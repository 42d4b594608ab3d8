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

/** A code that a program exchanges for the key of the logger, once; shown here alone. */
export const NewLoggerClaim = object({ code: Type.String(), expiresAt: Instant })
export type NewLoggerClaim = Static<typeof NewLoggerClaim>

/** The key is shown once, here; the service keeps only its hash. */
export const LoggerWithKey = object({ id: Id, serial: Type.String(), key: Type.String() })
export type LoggerWithKey = Static<typeof LoggerWithKey>

/** A key with which a logger may send; its text is nowhere. */
export const LoggerKey = object({
  id: Id,
  createdAt: Instant,
  /** Another took its place: it counts until then. Null: no end. */
  endsAt: Nullable(Instant),
  /** Null: never. To the minute. */
  lastUsedAt: Nullable(Instant),
})
export type LoggerKey = Static<typeof LoggerKey>

/** The key is shown once, here. */
export const NewLoggerKey = object({ ...LoggerKey.properties, key: Type.String() })
export type NewLoggerKey = Static<typeof NewLoggerKey>

/** A logger of the account; null: of no station yet. */
export const Logger = object({
  id: Id,
  serial: Type.String(),
  stationId: Nullable(Id),
  stationName: Nullable(Type.String()),
  devices: Type.Integer(),
  /** When its newest batch came. */
  lastBatchAt: Nullable(Instant),
  /** Rows from before the station's start date, which wait for that date to be moved back. */
  rowsBeforeStart: Type.Integer(),
  /**
   * Rows that were refused in the last days, why the last of them was, and how many for which reason, most first; null:
   * none. Not those that wait for somebody.
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
  /** What of the rows of the last seven days is in no figure, as it cannot be true: how many for which reason, most first. */
  keptAside: Type.Array(object({ reason: oneOf(asideReasons), rows: Type.Integer() })),
  /** Devices that it tells of and that nobody has taken over. */
  foundDevices: Type.Integer(),
  /** What it said runs on it, and how many rows it had still to send; nulls: it tells none. */
  firmware: Nullable(Type.String()),
  backlogRows: Nullable(Type.Integer()),
  createdAt: Instant,
  /** What the times of its frames are; null: nobody said it, nothing shows it, and each is taken for the start. */
  stamp: Nullable(oneOf(frameStamps)),
  /** Nobody said it: its counters show it. */
  isStampFound: Type.Boolean(),
  /** How far its clock is ahead of the service's, s; negative: behind. Null: nothing came yet. */
  clockOffsetS: Nullable(Type.Integer()),
})
export type Logger = Static<typeof Logger>

/**
 * Where a logger sends for; null: no station. Devices that it has there go with it. `stamp`: what the times of its frames
 * are; null: what they show; left out, that stays.
 */
export const LoggerChange = object({
  stationId: Nullable(Id),
  stamp: Type.Optional(Nullable(oneOf(frameStamps))),
})
export type LoggerChange = Static<typeof LoggerChange>

/** A device that a logger tells of and that is nobody's in this account yet; nulls: it did not say. */
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

/** A gateway: what its owner wants of it, and what it told last; null: nothing came yet. */
export const Gateway = object({
  ...GatewaySettings.properties,
  report: Nullable(object({ ...GatewayReport.properties, toldAt: Instant })),
})
export type Gateway = Static<typeof Gateway>

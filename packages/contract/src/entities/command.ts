import Type, { type Static } from 'typebox'
import { commandHolds } from '../large-order.ts'
import {
  commandCauses,
  commandKinds,
  commandReasons,
  commandStates,
  ivBases,
  ivMeasures,
  ivPointCount,
  ivReviews,
  ivSilences,
  ivVerdicts,
  maxRejection,
  maxReviewNote,
  maxCommandDevices,
  maxRevertMinutes,
} from '../command.ts'
import { Id, Instant, Nullable, object, oneOf, RequestKey } from './common.ts'
import { Setting } from './setting.ts'

const Devices = Type.Array(Id, { maxItems: maxCommandDevices, uniqueItems: true })

export const ReactivePowerInput = object({
  key: Type.Optional(RequestKey),
  /** May belong to several stations: each station gets a command of its own, and all commands form one order. */
  deviceIds: Devices,
  /** Signed: positive injects (over-excited), negative absorbs. Absent or null: the form was left empty. */
  powerFactor: Type.Optional(Nullable(Type.Number())),
  /** Minutes after which a separate command restores the former values. */
  revertAfterMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: maxRevertMinutes }))),
  /** Whether one canary device goes first and the others follow after its read-back; always true beyond 20 devices. */
  canary: Type.Optional(Type.Boolean()),
})
export type ReactivePowerInput = Static<typeof ReactivePowerInput>

/** Reason for rejecting a large order; it is required. */
export const RejectionInput = object({
  reason: Type.String({ minLength: 1, maxLength: maxRejection, pattern: '\\S' }),
})
export type RejectionInput = Static<typeof RejectionInput>

export const IvScanInput = object({ key: Type.Optional(RequestKey), deviceIds: Devices })
export type IvScanInput = Static<typeof IvScanInput>

/** One entry of a command device's append-only record: who changed its state, when, and to which state. */
export const CommandStep = object({
  at: Instant,
  state: oneOf(commandStates),
  reason: Nullable(oneOf(commandReasons)),
  /** Power factor that this step set, found before writing, or read back. */
  powerFactor: Nullable(Type.Number()),
  /** The same for any kind of setting, power factors included. */
  setting: Nullable(Setting),
  /** AC output at this step, where the logger reports it: before the write, and at the read-back. */
  powerW: Nullable(Type.Number()),
  reactiveVar: Nullable(Type.Number()),
  by: oneOf(['person', 'service', 'logger'] as const),
})
export type CommandStep = Static<typeof CommandStep>

export const CommandDevice = object({
  deviceId: Id,
  name: Type.String(),
  serial: Type.String(),
  model: Type.String(),
  loggerSerial: Type.String(),
  /**
   * Number of open command devices that the logger, which does one task at a time, handles before this one; null: it is
   * no longer queued.
   */
  ahead: Nullable(Type.Integer()),
  state: oneOf(commandStates),
  reason: Nullable(oneOf(commandReasons)),
  /** For a setting: the wanted value, the value before the write, the value read back. */
  powerFactor: Nullable(Type.Number()),
  formerPowerFactor: Nullable(Type.Number()),
  readBackPowerFactor: Nullable(Type.Number()),
  /** The same for any kind of setting, power factors included; null: a scan, or not reported. */
  setting: Nullable(Setting),
  formerSetting: Nullable(Setting),
  readBackSetting: Nullable(Setting),
  /** Raw value written to the register and raw value read back; null: unknown here, the logger translates. */
  raw: Nullable(Type.Integer()),
  readBackRaw: Nullable(Type.Integer()),
  isCanary: Type.Boolean(),
  /** Progress of a scan in swept strings; null: the logger reports none. */
  strings: Nullable(object({ done: Type.Integer(), all: Type.Integer() })),
  /** A person asked to stop the scan; the logger has not stopped it yet. */
  stopping: Type.Boolean(),
  ivScanId: Nullable(Id),
  changedAt: Instant,
})
export type CommandDevice = Static<typeof CommandDevice>

export const Command = object({
  id: Id,
  kind: oneOf(commandKinds),
  cause: oneOf(commandCauses),
  /** The command that this one reverts. */
  ofCommandId: Nullable(Id),
  stationId: Id,
  stationName: Type.String(),
  memberId: Id,
  timeZone: Type.String(),
  /** Null: the service created it, or the account was deleted. */
  userName: Nullable(Type.String()),
  powerFactor: Nullable(Type.Number()),
  /** The setting for all its devices; null: a scan, or the devices get different values. */
  setting: Nullable(Setting),
  createdAt: Instant,
  expiresAt: Instant,
  revertAt: Nullable(Instant),
  /** The same as a duration from the moment the command is sent; null: permanent, or `revertAt` is a fixed time. */
  revertAfterMinutes: Nullable(Type.Integer()),
  /** The newest command that reverts this one. */
  takenBackBy: Nullable(
    object({
      commandId: Id,
      cause: oneOf(commandCauses),
      at: Instant,
      /** All devices of the reverting command have ended. */
      ended: Type.Boolean(),
      /** Devices that the reverting command failed to revert. Absent: written by code that knows only version 1.0.0. */
      failed: Type.Optional(Type.Integer()),
    }),
  ),
  /** All its devices have ended. */
  ended: Type.Boolean(),
  counts: object({
    total: Type.Integer(),
    open: Type.Integer(),
    done: Type.Integer(),
    failed: Type.Integer(),
    /**
     * Number of failed devices that a person cancelled before they were sent. Absent: written by code that knows only
     * version 1.0.0.
     */
    cancelled: Type.Optional(Type.Integer()),
  }),
  /** Whether anything is left to revert. */
  undoable: Type.Boolean(),
  /** Whether a waiting part can be cancelled, or a scan can be stopped. */
  cancellable: Type.Boolean(),
  /** Commands of the same order share this id. */
  orderId: Id,
  /** For a search: the first of its devices that match the search text. Absent: the match is elsewhere. */
  found: Type.Optional(Type.Array(object({ name: Type.String(), serial: Type.String() }))),
  /** Why the command waits, or waited; null: it is not part of a large order. */
  hold: Nullable(
    object({
      kind: oneOf(commandHolds),
      /** When the command is sent automatically (delay), or expires (secondPerson). */
      until: Instant,
      /** Whether it still waits. */
      waits: Type.Boolean(),
      /** User who approved it; null: nobody, or the account was deleted. */
      approvedBy: Nullable(Type.String()),
      approvedAt: Nullable(Instant),
      /** User who rejected it, time, and reason. Absent: written by code that knows only version 1.0.0. */
      rejectedBy: Type.Optional(Nullable(Type.String())),
      rejectedAt: Type.Optional(Nullable(Instant)),
      rejection: Type.Optional(Nullable(Type.String())),
      /** Whether the caller may approve it. */
      mayApprove: Type.Boolean(),
    }),
  ),
})
export type Command = Static<typeof Command>

export const CommandDetail = object({
  ...Command.properties,
  /** Other commands of the same order that the caller may see. */
  together: Type.Array(object({ commandId: Id, stationName: Type.String(), devices: Type.Integer() })),
  devices: Type.Array(object({ ...CommandDevice.properties, steps: Type.Array(CommandStep) })),
})
export type CommandDetail = Static<typeof CommandDetail>

/** Key figures of one curve; null: the curve is too short to compute the figure. */
export const IvFigures = object({
  iscA: Nullable(Type.Number()),
  vocV: Nullable(Type.Number()),
  pmpW: Nullable(Type.Number()),
  impA: Nullable(Type.Number()),
  vmpV: Nullable(Type.Number()),
  fillFactor: Nullable(Type.Number()),
  /** Slopes at Voc and Isc, ohm: estimates of series and shunt resistance. */
  seriesOhm: Nullable(Type.Number()),
  shuntOhm: Nullable(Type.Number()),
})
export type IvFigures = Static<typeof IvFigures>

const Points = Type.Array(Type.Number(), { maxItems: ivPointCount })

const said = {
  /** The verdict at the time of the review. */
  verdict: oneOf(ivVerdicts),
  says: oneOf(ivReviews),
  note: Type.String(),
  /** Null: the account was deleted. */
  userName: Nullable(Type.String()),
  at: Instant,
}

/** A person's review of the verdict on a string, after one scan. */
export const IvReview = object({
  ivScanId: Id,
  scannedAt: Instant,
  ...said,
  /** Earlier reviews, newest first; absent: none. */
  earlier: Type.Optional(Type.Array(object(said))),
})
export type IvReview = Static<typeof IvReview>

export const IvReviewInput = object({
  mppt: Type.Integer({ minimum: 1, maximum: 12 }),
  string: Type.Integer({ minimum: 1, maximum: 32 }),
  says: oneOf(ivReviews),
  note: Type.String({ maxLength: maxReviewNote }),
})
export type IvReviewInput = Static<typeof IvReviewInput>

export const IvCurve = object({
  mppt: Type.Integer(),
  string: Type.Integer(),
  voltageV: Points,
  currentA: Points,
  figures: IvFigures,
  /**
   * The curve corrected to 1000 W/m2 and 25 degC (IEC 60891); null without irradiance and module temperature.
   * `samples`: index of the measured point behind each corrected point; `general`: no datasheet was known.
   */
  stc: Nullable(
    object({
      voltageV: Points,
      currentA: Points,
      samples: Type.Array(Type.Integer(), { maxItems: ivPointCount }),
      figures: IvFigures,
      /** Half width of the range that contains Pmp in 95 of 100 cases, W, by the noise of the curve; absent: unknown. */
      pmpErrorW: Type.Optional(Type.Number()),
      coefficients: oneOf(['datasheet', 'general'] as const),
      /** Pmp of the string's modules at these conditions by their datasheet, W; null: not known. */
      datasheetPmpW: Nullable(Type.Number()),
    }),
  ),
  verdict: Nullable(oneOf(ivVerdicts)),
  /** 0 to 1; null without a verdict. */
  confidence: Nullable(Type.Number()),
  /** The measure that decided the verdict, for a sentence of evidence. */
  evidence: Nullable(
    object({
      measure: oneOf(ivMeasures),
      value: Type.Number(),
      expected: Type.Number(),
      /** Share of maximum power that is lost. */
      lossShare: Type.Number(),
      against: oneOf(ivBases),
      /** Indices of the points that differ most from the expected curve. */
      samples: Type.Array(Type.Integer()),
    }),
  ),
  silence: Nullable(oneOf(ivSilences)),
  /**
   * Curve that the string was compared with (`evidence.against`), at the irradiance and temperature of the scan; null:
   * none.
   */
  expected: Nullable(object({ voltageV: Points, currentA: Points })),
  /** Reviews of this string, after this scan and others; newest first. */
  reviews: Type.Array(IvReview),
})
export type IvCurve = Static<typeof IvCurve>

/** Results of one sweep of a string: measured figures, and figures at standard conditions. */
export const IvSweep = object({
  ivScanId: Id,
  scannedAt: Instant,
  irradianceWm2: Nullable(Type.Number()),
  moduleC: Nullable(Type.Number()),
  figures: IvFigures,
  /** Null without irradiance and module temperature. */
  stc: Nullable(IvFigures),
})
export type IvSweep = Static<typeof IvSweep>

const Swept = Type.Array(Type.Number({ minimum: -10_000, maximum: 10_000 }), { minItems: 5, maxItems: ivPointCount })

/** Curves measured by a curve tracer, read from its file. */
export const IvFileInput = object({
  fileName: Type.String({ minLength: 1, maxLength: 200 }),
  scannedAt: Instant,
  irradianceWm2: Nullable(Type.Number({ minimum: 0, maximum: 2000 })),
  /** At the back of the modules, degC. */
  moduleC: Nullable(Type.Number({ minimum: -60, maximum: 120 })),
  curves: Type.Array(
    object({
      mppt: Type.Integer({ minimum: 1, maximum: 12 }),
      string: Type.Integer({ minimum: 1, maximum: 32 }),
      voltageV: Swept,
      currentA: Swept,
    }),
    { minItems: 1, maxItems: 32 },
  ),
})
export type IvFileInput = Static<typeof IvFileInput>

export const IvScan = object({
  id: Id,
  commandId: Nullable(Id),
  /** File of a curve tracer; null: the inverter swept its strings itself. */
  fileName: Nullable(Type.String()),
  deviceId: Id,
  deviceName: Type.String(),
  deviceSerial: Type.String(),
  memberId: Id,
  stationId: Id,
  stationName: Type.String(),
  timeZone: Type.String(),
  scannedAt: Instant,
  irradianceWm2: Nullable(Type.Number()),
  moduleC: Nullable(Type.Number()),
  stringCount: Type.Integer(),
  /** Just before and after the sweep, W/m2; null: not reported. */
  irradianceBeforeWm2: Nullable(Type.Number()),
  irradianceAfterWm2: Nullable(Type.Number()),
  /** False: the scan was stopped and some strings are missing. */
  isWhole: Type.Boolean(),
})
export type IvScan = Static<typeof IvScan>

export const IvScanDetail = object({
  ...IvScan.properties,
  curves: Type.Array(IvCurve),
  /** Module whose datasheet was used to correct and judge the curves; null: general coefficients were used. */
  module: Nullable(object({ manufacturer: Type.String(), model: Type.String() })),
})
export type IvScanDetail = Static<typeof IvScanDetail>

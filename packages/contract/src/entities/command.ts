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
  /** Of one or several stations: each gets a command of its own, all together are one order. */
  deviceIds: Devices,
  /** Signed: positive injects (over-excited), negative absorbs. Absent or null: the form was left empty. */
  powerFactor: Type.Optional(Nullable(Type.Number())),
  /** After so many minutes the former values are set again, by a command of its own. */
  revertAfterMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: maxRevertMinutes }))),
  /** One device first, the others when it has read back the value; always so beyond 20 devices. */
  canary: Type.Optional(Type.Boolean()),
})
export type ReactivePowerInput = Static<typeof ReactivePowerInput>

/** What speaks against a large order: nobody is refused without a word. */
export const RejectionInput = object({
  reason: Type.String({ minLength: 1, maxLength: maxRejection, pattern: '\\S' }),
})
export type RejectionInput = Static<typeof RejectionInput>

export const IvScanInput = object({ key: Type.Optional(RequestKey), deviceIds: Devices })
export type IvScanInput = Static<typeof IvScanInput>

/** One entry of the record that is only ever added to: who or what moved a device's part on, when, and to where. */
export const CommandStep = object({
  at: Instant,
  state: oneOf(commandStates),
  reason: Nullable(oneOf(commandReasons)),
  /** Power factor that was set, found before, or read back with this step. */
  powerFactor: Nullable(Type.Number()),
  /** The same of any setting, a power factor too. */
  setting: Nullable(Setting),
  /** What the device fed in just then, where its logger tells: before it was written, and when it was read back. */
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
  /** Open parts that its logger, which does one thing at a time, takes before this one; null: it is no longer queued. */
  ahead: Nullable(Type.Integer()),
  state: oneOf(commandStates),
  reason: Nullable(oneOf(commandReasons)),
  /** Of a setting: wanted, found before it was written, read back afterwards. */
  powerFactor: Nullable(Type.Number()),
  formerPowerFactor: Nullable(Type.Number()),
  readBackPowerFactor: Nullable(Type.Number()),
  /** The same of any setting, a power factor too; null: a scan, or not told. */
  setting: Nullable(Setting),
  formerSetting: Nullable(Setting),
  readBackSetting: Nullable(Setting),
  /** What is written to its register and what was read from it; null: not known here, its logger translates. */
  raw: Nullable(Type.Integer()),
  readBackRaw: Nullable(Type.Integer()),
  isCanary: Type.Boolean(),
  /** Strings of a scan that are swept; null: its logger tells nothing. */
  strings: Nullable(object({ done: Type.Integer(), all: Type.Integer() })),
  /** A person wants its scan to stop; the logger has not done so yet. */
  stopping: Type.Boolean(),
  ivScanId: Nullable(Id),
  changedAt: Instant,
})
export type CommandDevice = Static<typeof CommandDevice>

export const Command = object({
  id: Id,
  kind: oneOf(commandKinds),
  cause: oneOf(commandCauses),
  /** The command that this one takes back. */
  ofCommandId: Nullable(Id),
  stationId: Id,
  stationName: Type.String(),
  memberId: Id,
  timeZone: Type.String(),
  /** Null: the service, by itself, or an account that is gone. */
  userName: Nullable(Type.String()),
  powerFactor: Nullable(Type.Number()),
  /** What all its devices are to be set to; null: a scan, or they differ. */
  setting: Nullable(Setting),
  createdAt: Instant,
  expiresAt: Instant,
  revertAt: Nullable(Instant),
  /** The same, counted from when it goes out; null: for good, or at a time of day. */
  revertAfterMinutes: Nullable(Type.Integer()),
  /** The newest command that takes this one back. */
  takenBackBy: Nullable(
    object({
      commandId: Id,
      cause: oneOf(commandCauses),
      at: Instant,
      /** Nothing more will happen to it. */
      ended: Type.Boolean(),
      /** Devices that it has not brought back, and will not. Absent: made by who knew 1.0.0 alone. */
      failed: Type.Optional(Type.Integer()),
    }),
  ),
  /** Nothing more will happen. */
  ended: Type.Boolean(),
  counts: object({
    total: Type.Integer(),
    open: Type.Integer(),
    done: Type.Integer(),
    failed: Type.Integer(),
    /** Of the failed ones: a person took them back before they went out. Absent: made by who knew 1.0.0 alone. */
    cancelled: Type.Optional(Type.Integer()),
  }),
  /** There is something left to take back. */
  undoable: Type.Boolean(),
  /** Some of it waits still and can be cancelled, or is a scan that can be stopped. */
  cancellable: Type.Boolean(),
  /** Commands that were ordered together have the same. */
  orderId: Id,
  /** Of a search: the first of its devices that the words were found in. Absent: they were found elsewhere. */
  found: Type.Optional(Type.Array(object({ name: Type.String(), serial: Type.String() }))),
  /** Why it waits, or waited; null: it was no large order. */
  hold: Nullable(
    object({
      kind: oneOf(commandHolds),
      /** When it goes out by itself (delay), or is wanted no more (secondPerson). */
      until: Instant,
      /** It still waits. */
      waits: Type.Boolean(),
      /** Who approved it; null: nobody, or an account that is gone. */
      approvedBy: Nullable(Type.String()),
      approvedAt: Nullable(Instant),
      /** Who rejected it, when, and why. Absent: made by who knew 1.0.0 alone. */
      rejectedBy: Type.Optional(Nullable(Type.String())),
      rejectedAt: Type.Optional(Nullable(Instant)),
      rejection: Type.Optional(Nullable(Type.String())),
      /** The caller is a person who may approve it. */
      mayApprove: Type.Boolean(),
    }),
  ),
})
export type Command = Static<typeof Command>

export const CommandDetail = object({
  ...Command.properties,
  /** The other commands of its order that the caller may see. */
  together: Type.Array(object({ commandId: Id, stationName: Type.String(), devices: Type.Integer() })),
  devices: Type.Array(object({ ...CommandDevice.properties, steps: Type.Array(CommandStep) })),
})
export type CommandDetail = Static<typeof CommandDetail>

/** Key figures of one curve; nulls where it is too short to tell. */
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
  /** As it was when it was looked at. */
  verdict: oneOf(ivVerdicts),
  says: oneOf(ivReviews),
  note: Type.String(),
  /** Null: an account that is gone. */
  userName: Nullable(Type.String()),
  at: Instant,
}

/** What a person said of the verdict about a string, after one scan. */
export const IvReview = object({
  ivScanId: Id,
  scannedAt: Instant,
  ...said,
  /** What was said of it before that, newest first; not there: nothing. */
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
   * At 1000 W/m2 and 25 degC (IEC 60891); null without irradiance and module temperature. `samples`: the
   * measured point that each of its points comes from; `general`: no datasheet was known.
   */
  stc: Nullable(
    object({
      voltageV: Points,
      currentA: Points,
      samples: Type.Array(Type.Integer(), { maxItems: ivPointCount }),
      figures: IvFigures,
      coefficients: oneOf(['datasheet', 'general'] as const),
      /** What its modules give at these conditions by their datasheet, W; null: not known. */
      datasheetPmpW: Nullable(Type.Number()),
    }),
  ),
  verdict: Nullable(oneOf(ivVerdicts)),
  /** 0 to 1; null without a verdict. */
  confidence: Nullable(Type.Number()),
  /** The measure that decided: for a sentence of evidence. */
  evidence: Nullable(
    object({
      measure: oneOf(ivMeasures),
      value: Type.Number(),
      expected: Type.Number(),
      /** Share of the greatest power that is lost by it. */
      lossShare: Type.Number(),
      against: oneOf(ivBases),
      /** Places of the points that differ most from what was expected. */
      samples: Type.Array(Type.Integer()),
    }),
  ),
  silence: Nullable(oneOf(ivSilences)),
  /** What the string was held against (`evidence.against`), at the light and heat of the scan; null: nothing. */
  expected: Nullable(object({ voltageV: Points, currentA: Points })),
  /** What persons said of this string, after this scan and others; newest first. */
  reviews: Type.Array(IvReview),
})
export type IvCurve = Static<typeof IvCurve>

/** What one sweep of a string told: its figures as they were measured, and at standard conditions. */
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

/** Curves that a tracer measured, read from its file. */
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
  /** Of a tracer; null: the inverter swept its strings itself. */
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
  /** Just before and after the sweep, W/m2; null: not told. */
  irradianceBeforeWm2: Nullable(Type.Number()),
  irradianceAfterWm2: Nullable(Type.Number()),
  /** False: it was stopped, some strings are missing. */
  isWhole: Type.Boolean(),
})
export type IvScan = Static<typeof IvScan>

export const IvScanDetail = object({
  ...IvScan.properties,
  curves: Type.Array(IvCurve),
  /** Whose datasheet corrected and judged the curves; null: general coefficients did. */
  module: Nullable(object({ manufacturer: Type.String(), model: Type.String() })),
})
export type IvScanDetail = Static<typeof IvScanDetail>

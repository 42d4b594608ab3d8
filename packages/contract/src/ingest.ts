import Type, { type Static } from 'typebox'
import { maxIngestRows } from './constants.ts'
import { type DeviceSubState, deviceSubStates } from './telemetry.ts'

/**
 * What a logger sends: `POST /api/ingest/v1/frames`, JSON, gzip allowed,
 * header `Authorization: Logger <key>`. Rows are idempotent on (serial, at).
 */
const Maybe = (schema: ReturnType<typeof Type.Number>) => Type.Optional(Type.Union([schema, Type.Null()]))
const Num = Type.Number()
/** Null: this one was not measured; those after it keep their places. */
const Values = (maxItems: number) => Type.Optional(Type.Array(Type.Union([Num, Type.Null()]), { maxItems }))

/** One device at one time, in SI units; an absent or null value was not measured. */
export const DeviceFrame = Type.Object(
  {
    serial: Type.String({ minLength: 1, maxLength: 64 }),
    /** Measurement time, epoch ms. Of means the start of their interval, or its end where the owner says so of the logger. */
    at: Type.Integer(),
    /** What the maker calls it, and its rated AC power, W: told of a device that its owner has yet to take over. */
    model: Type.Optional(Type.String({ maxLength: 60 })),
    ratedPowerW: Maybe(Num),
    /** Register 0x101D; absent: the device tells no state, as a meter does. */
    mode: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()])),
    /** What goes on besides the mode; absent: nothing. */
    subState: Type.Optional(Type.Unsafe<DeviceSubState>({ type: 'string', enum: [...deviceSubStates] })),
    /** 32-bit error code, unsigned; absent: the device tells none, which is not that it has none. */
    errorWord: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 4294967295 }), Type.Null()])),
    /** AC active power, W (negative: own use). */
    powerW: Maybe(Num),
    /** AC reactive power, var, positive: inject (over-excited). */
    reactiveVar: Maybe(Num),
    powerFactor: Maybe(Num),
    frequencyHz: Maybe(Num),
    /** Phase voltages (V) and currents (A), L1 to L3. */
    acVoltageV: Values(3),
    acCurrentA: Values(3),
    /** DC input power, W. */
    dcPowerW: Maybe(Num),
    /** Per MPPT: V and A. */
    mpptVoltageV: Values(12),
    mpptCurrentA: Values(12),
    /** Per string: A. */
    stringCurrentA: Values(32),
    cabinetC: Maybe(Num),
    /** Lifetime energy counter, kWh. */
    energyTotalKwh: Maybe(Num),
    /** The inverter's own "today", kWh: a check only. */
    energyTodayKwh: Maybe(Num),
    /** Lifetime generation hours. */
    hoursTotal: Maybe(Num),
  },
  { additionalProperties: false },
)
export type DeviceFrame = Static<typeof DeviceFrame>

/** Sensors of one logger at one time. */
export const SensorFrame = Type.Object(
  {
    at: Type.Integer(),
    /** In-plane and horizontal irradiance, W/m2. */
    irradianceWm2: Maybe(Num),
    horizontalWm2: Maybe(Num),
    ambientC: Maybe(Num),
    moduleC: Maybe(Num),
    windMs: Maybe(Num),
  },
  { additionalProperties: false },
)
export type SensorFrame = Static<typeof SensorFrame>

export const IngestBatch = Type.Object(
  {
    /** Serial of the logger whose key signs the request. */
    logger: Type.String({ minLength: 1, maxLength: 64 }),
    /** Grows by one per batch; lets both sides see a gap. */
    seq: Type.Integer({ minimum: 0 }),
    /** The logger's own clock when it sent, epoch ms, and its uptime, s. */
    loggerTime: Type.Integer(),
    uptimeS: Type.Integer({ minimum: 0 }),
    /** What runs on the logger, and how many rows it still has to send. */
    firmware: Type.Optional(Type.String({ maxLength: 60 })),
    backlogRows: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    /** The rows take the place of those that are stored of the same serial and time; without it these stay. */
    correction: Type.Optional(Type.Boolean()),
    devices: Type.Array(DeviceFrame, { maxItems: maxIngestRows }),
    sensors: Type.Optional(Type.Array(SensorFrame, { maxItems: maxIngestRows })),
  },
  { additionalProperties: false },
)
export type IngestBatch = Static<typeof IngestBatch>

const RowError = Type.Object(
  {
    list: Type.Union([Type.Literal('devices'), Type.Literal('sensors')]),
    index: Type.Integer(),
    code: Type.String(),
  },
  { additionalProperties: false },
)

/** Sent only after the commit: what is acknowledged is on disk. */
export const IngestReply = Type.Object(
  {
    accepted: Type.Integer(),
    /** Rows that were there already, counted once. */
    duplicates: Type.Integer(),
    rejected: Type.Array(RowError),
    serverTime: Type.Integer(),
  },
  { additionalProperties: false },
)
export type IngestReply = Static<typeof IngestReply>

export * from './gateway-setup.ts'
export * from './logger-claim.ts'
export * from './logger-command.ts'

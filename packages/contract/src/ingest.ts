import Type, { type Static } from 'typebox'
import { maxIngestRows } from './constants.ts'
import { type DeviceSubState, deviceSubStates } from './telemetry.ts'

/**
 * Body of a logger's `POST /api/ingest/v1/frames`: JSON, gzip allowed, header `Authorization: Logger <key>`. Rows are
 * idempotent on (serial, at).
 */
const Maybe = (schema: ReturnType<typeof Type.Number>) => Type.Optional(Type.Union([schema, Type.Null()]))
const Num = Type.Number()
/** Null: this element was not measured; the following elements keep their positions. */
const Values = (maxItems: number) => Type.Optional(Type.Array(Type.Union([Num, Type.Null()]), { maxItems }))

/** One device at one time, in SI units; an absent or null value was not measured. */
export const DeviceFrame = Type.Object(
  {
    serial: Type.String({ minLength: 1, maxLength: 64 }),
    /**
     * Measurement time, epoch ms. For means: start of their interval, or its end if the owner has set this for the
     * logger.
     */
    at: Type.Integer(),
    /** Maker's model name, and rated AC power, W: reported for devices that the owner has not added yet. */
    model: Type.Optional(Type.String({ maxLength: 60 })),
    ratedPowerW: Maybe(Num),
    /** Register 0x101D; absent: the device reports no state, as meters do. */
    mode: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()])),
    /** Activity besides the mode; absent: none. */
    subState: Type.Optional(Type.Unsafe<DeviceSubState>({ type: 'string', enum: [...deviceSubStates] })),
    /** 32-bit error word, unsigned; absent: the device reports none (0 means: no error). */
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
    /** The inverter's own daily counter, kWh: used only as a check. */
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
    /** Increases by one per batch, so that both sides detect gaps. */
    seq: Type.Integer({ minimum: 0 }),
    /** The logger's own clock when it sent, epoch ms, and its uptime, s. */
    loggerTime: Type.Integer(),
    uptimeS: Type.Integer({ minimum: 0 }),
    /** The logger's firmware, and the number of rows that it still has to send. */
    firmware: Type.Optional(Type.String({ maxLength: 60 })),
    backlogRows: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    /** True: the rows replace stored rows of the same serial and time. Otherwise stored rows are kept. */
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
    /** Rows that were already stored. */
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

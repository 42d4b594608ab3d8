import Type, { type Static } from 'typebox'
import { DataAge, DayDate, Id, Instant, Nullable, object, oneOf, Status, StatusReason } from './common.ts'
import { alarmCodes } from '../alarms.ts'
import { QualitySpan } from './station.ts'

/** Serial of a logger: 13 to 32 letters, digits and dashes (specification, section 5). */
export const loggerSerialPattern = '^[A-Za-z0-9-]{13,32}$'

export const LoggerInput = object({ stationId: Id, serial: Type.String({ pattern: loggerSerialPattern }) })
export type LoggerInput = Static<typeof LoggerInput>

/** The key is shown once, here; the service keeps only its hash. */
export const LoggerWithKey = object({ id: Id, serial: Type.String(), key: Type.String() })
export type LoggerWithKey = Static<typeof LoggerWithKey>

export const DeviceInput = object({
  loggerId: Id,
  serial: Type.String({ pattern: '^[A-Za-z0-9-]{4,32}$' }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  model: Type.String({ minLength: 1, maxLength: 60 }),
  /** Rated AC power, W. */
  ratedPowerW: Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 }),
  /** DC power of its modules, kWp. */
  capacityKwp: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  mpptCount: Type.Integer({ minimum: 0, maximum: 12 }),
  stringCount: Type.Integer({ minimum: 0, maximum: 32 }),
  installedOn: DayDate,
  /** The model has registers for a fixed power factor / an IV scan. */
  supportsReactivePower: Type.Boolean(),
  supportsIvScan: Type.Boolean(),
  sortNumber: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
})
export type DeviceInput = Static<typeof DeviceInput>

export const Device = object({
  ...DeviceInput.properties,
  id: Id,
  memberId: Id,
  stationId: Id,
  stationName: Type.String(),
  timeZone: Type.String(),
  loggerSerial: Type.String(),
  status: Status,
  statusReason: StatusReason,
  age: DataAge,
  /** Null where the caller has no right to see alarms. */
  openAlarms: Nullable(Type.Array(oneOf(alarmCodes))),
  powerW: Nullable(Type.Number()),
  dcPowerW: Nullable(Type.Number()),
  reactiveVar: Nullable(Type.Number()),
  powerFactor: Nullable(Type.Number()),
  frequencyHz: Nullable(Type.Number()),
  acVoltageV: Type.Array(Type.Number()),
  acCurrentA: Type.Array(Type.Number()),
  mpptVoltageV: Type.Array(Type.Number()),
  mpptCurrentA: Type.Array(Type.Number()),
  stringCurrentA: Type.Array(Type.Number()),
  cabinetC: Nullable(Type.Number()),
  energyTodayKwh: Nullable(Type.Number()),
  energyTotalKwh: Nullable(Type.Number()),
  specificYieldToday: Nullable(Type.Number()),
  hoursTotal: Nullable(Type.Number()),
})
export type Device = Static<typeof Device>

const Curve = Type.Array(Nullable(Type.Number()))

/** One local day of a device on the station's 5-minute grid (see StationDay). */
export const DeviceDay = object({
  deviceId: Id,
  date: DayDate,
  timeZone: Type.String(),
  from: Instant,
  to: Instant,
  binMinutes: Type.Integer(),
  sunrise: Nullable(Instant),
  sunset: Nullable(Instant),
  age: DataAge,
  powerW: Curve,
  dcPowerW: Curve,
  cabinetC: Curve,
  acVoltageV: Curve,
  quality: Type.Array(QualitySpan),
  figures: object({
    energyKwh: Nullable(Type.Number()),
    peakPowerW: Nullable(Type.Number()),
    peakAt: Nullable(Instant),
    specificYield: Nullable(Type.Number()),
    coverage: Nullable(Type.Number()),
  }),
})
export type DeviceDay = Static<typeof DeviceDay>

/** Why a device cannot take a remote setting now (specification, sections 4 and 8). */
export const remoteSettingObstacles = ['offline', 'unsupported', 'uninitialized', 'busy', 'fault'] as const

export const RemoteSettingDevice = object({
  deviceId: Id,
  memberId: Id,
  name: Type.String(),
  serial: Type.String(),
  model: Type.String(),
  stationId: Id,
  stationName: Type.String(),
  status: Status,
  age: DataAge,
  ratedPowerW: Type.Number(),
  powerW: Nullable(Type.Number()),
  /** Present fixed power factor as last reported. */
  powerFactor: Nullable(Type.Number()),
  /** Empty: it can take this setting. */
  reactivePowerObstacles: Type.Array(oneOf(remoteSettingObstacles)),
  ivScanObstacles: Type.Array(oneOf(remoteSettingObstacles)),
})
export type RemoteSettingDevice = Static<typeof RemoteSettingDevice>

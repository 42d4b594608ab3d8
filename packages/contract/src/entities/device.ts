import Type, { type Static } from 'typebox'
import {
  DataAge,
  DayDate,
  Id,
  Instant,
  Lifetime,
  Nullable,
  object,
  oneOf,
  Status,
  StatusReason,
  Working,
} from './common.ts'
import { knownAlarmCodes } from '../alarms.ts'
import { deviceSubStates } from '../telemetry.ts'
import { deviceSerialPattern } from '../station-rules.ts'
import { settingKinds } from '../setting.ts'
import { Setting } from './setting.ts'
import { QualitySpan } from './station.ts'
import { Weather } from './weather.ts'

export const DeviceInput = object({
  loggerId: Id,
  serial: Type.String({ pattern: deviceSerialPattern }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  model: Type.String({ minLength: 1, maxLength: 60 }),
  /** Rated AC power, W. */
  ratedPowerW: Type.Number({ exclusiveMinimum: 0, maximum: 100_000_000 }),
  /** Maximum apparent power, VA; null: unknown, then rated power is used. Absent from an update: unchanged. */
  apparentVA: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 200_000_000 }))),
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

const { loggerId: _logger, serial: _serial, ...changeable } = DeviceInput.properties

/** Fields of a device that can change; a different serial is a replacement. */
export const DeviceChange = object(changeable)
export type DeviceChange = Static<typeof DeviceChange>

/** The inverter that replaces a device: the history is kept, and its counter continues from the old one's. */
export const ReplacementInput = object({
  serial: DeviceInput.properties.serial,
  model: DeviceInput.properties.model,
  ratedPowerW: DeviceInput.properties.ratedPowerW,
  apparentVA: DeviceInput.properties.apparentVA,
  capacityKwp: DeviceInput.properties.capacityKwp,
  mpptCount: DeviceInput.properties.mpptCount,
  stringCount: DeviceInput.properties.stringCount,
  supportsReactivePower: DeviceInput.properties.supportsReactivePower,
  supportsIvScan: DeviceInput.properties.supportsIvScan,
  /** Time of installation; absent: now. */
  replacedAt: Type.Optional(Instant),
})
export type ReplacementInput = Static<typeof ReplacementInput>

const positive = (maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum })

/** Datasheet values of a module, at 1000 W/m2 and 25 degC. */
export const ModuleType = object({
  manufacturer: Type.String({ maxLength: 60 }),
  model: Type.String({ minLength: 1, maxLength: 60 }),
  iscA: positive(100),
  vocV: positive(1000),
  impA: positive(100),
  vmpV: positive(1000),
  /** Temperature coefficients of Isc, Voc and Pmp, % per K. */
  alphaPercent: Type.Number({ minimum: -1, maximum: 1 }),
  betaPercent: Type.Number({ minimum: -2, maximum: 0 }),
  gammaPercent: Type.Number({ minimum: -2, maximum: 0 }),
  /** Cells in series; for half-cut modules, half the number of cells. */
  cells: Type.Integer({ minimum: 1, maximum: 1000 }),
})
export type ModuleType = Static<typeof ModuleType>

/** The modules that are connected to a device. */
export const DeviceModules = object({
  ...ModuleType.properties,
  /** Modules in series; null: derived from the open-circuit voltage of each string. */
  modulesPerString: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Strings in parallel on a tracker; null: unknown. */
  stringsPerTracker: Nullable(Type.Integer({ minimum: 1, maximum: 32 })),
})
export type DeviceModules = Static<typeof DeviceModules>

/** One serial of a device's history, newest first; null: from the beginning, until today. */
export const DeviceSerial = object({
  serial: Type.String(),
  model: Type.String(),
  from: Nullable(Instant),
  until: Nullable(Instant),
})
export type DeviceSerial = Static<typeof DeviceSerial>

/** A device of the account without a station: its data is stored, and counts once the device is assigned. */
export const UnassignedDevice = object({
  ...DeviceInput.properties,
  id: Id,
  loggerSerial: Type.String(),
  age: DataAge,
})
export type UnassignedDevice = Static<typeof UnassignedDevice>

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
  /** Activity besides the mode, from a fresh frame: an IV scan, a limit. */
  subState: Nullable(oneOf(deviceSubStates)),
  /** Register 0x101D of a fresh frame, see deviceModes; null: not reported. */
  mode: Nullable(Type.Integer()),
  /** 32-bit error word of a fresh frame, unsigned; null also where the caller has no right to see alarms. */
  errorWord: Nullable(Type.Integer()),
  age: DataAge,
  /** Null if the caller has no right to see alarms. */
  openAlarms: Nullable(Type.Array(oneOf(knownAlarmCodes))),
  powerW: Nullable(Type.Number()),
  dcPowerW: Nullable(Type.Number()),
  reactiveVar: Nullable(Type.Number()),
  powerFactor: Nullable(Type.Number()),
  frequencyHz: Nullable(Type.Number()),
  acVoltageV: Type.Array(Nullable(Type.Number())),
  acCurrentA: Type.Array(Nullable(Type.Number())),
  mpptVoltageV: Type.Array(Nullable(Type.Number())),
  mpptCurrentA: Type.Array(Nullable(Type.Number())),
  stringCurrentA: Type.Array(Nullable(Type.Number())),
  cabinetC: Nullable(Type.Number()),
  energyTodayKwh: Nullable(Type.Number()),
  /** Since installation, kWh. */
  energyTotalKwh: Nullable(Type.Number()),
  lifetime: Lifetime,
  specificYieldToday: Nullable(Type.Number()),
  /** Today's income at the station's tariff; null also where the caller has no right to see income. */
  incomeToday: Nullable(Type.Number()),
  currency: Type.String(),
  hoursTotal: Nullable(Type.Number()),
  /** Sensor values of its station; the ratios are the device's own. */
  weather: Weather,
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
  /** Recomputation of this day of the station; null: its figures are final. */
  working: Nullable(Working),
  /** Capacity in operation on that day. */
  capacityKwp: Type.Number(),
  figures: object({
    energyKwh: Nullable(Type.Number()),
    peakPowerW: Nullable(Type.Number()),
    peakAt: Nullable(Instant),
    specificYield: Nullable(Type.Number()),
    coverage: Nullable(Type.Number()),
  }),
})
export type DeviceDay = Static<typeof DeviceDay>

/** Why a device cannot take a command now (specification, sections 4 and 8). */
export const commandObstacles = ['offline', 'unsupported', 'uninitialized', 'busy', 'fault'] as const

export const CommandCandidate = object({
  deviceId: Id,
  memberId: Id,
  name: Type.String(),
  serial: Type.String(),
  model: Type.String(),
  stationId: Id,
  stationName: Type.String(),
  status: Status,
  statusReason: StatusReason,
  timeZone: Type.String(),
  age: DataAge,
  ratedPowerW: Type.Number(),
  /** Null: unknown, then rated power is used. */
  apparentVA: Nullable(Type.Number()),
  powerW: Nullable(Type.Number()),
  reactiveVar: Nullable(Type.Number()),
  /** Fixed power factor from the last read-back after a setting; null: the portal has not set one. */
  powerFactor: Nullable(Type.Number()),
  /** Obstacles to this setting; empty: none. */
  reactivePowerObstacles: Type.Array(oneOf(commandObstacles)),
  ivScanObstacles: Type.Array(oneOf(commandObstacles)),
  /** Supported settings, as reported by its logger, which knows the model. */
  controls: Type.Array(oneOf(settingKinds)),
  /** Current obstacles to any of `controls`; empty: none. */
  settingObstacles: Type.Array(oneOf(commandObstacles)),
  /** Settings from the last read-back: at most one for reactive power, and a power limit if one is active. */
  settings: Type.Array(Setting),
})
export type CommandCandidate = Static<typeof CommandCandidate>

/** Mean day of a device over the last known days; see dailyLossKwh. */
export const DeviceSeason = object({
  deviceId: Id,
  /** Number of days in the mean; 0: no day is known. */
  days: Type.Integer(),
  /** Hours a day at each level of active power. */
  hoursAt: Type.Array(Type.Number()),
})
export type DeviceSeason = Static<typeof DeviceSeason>

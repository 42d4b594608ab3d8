import Type, { type Static } from 'typebox'
import { accountRules } from '../account-rules.ts'
import { stationRights } from '../rights.ts'
import { loggerSerialPattern, stationRules } from '../station-rules.ts'
import { qualityKinds } from '../telemetry.ts'
import { Weather } from './weather.ts'
import {
  Capacity,
  DataAge,
  DayDate,
  Id,
  Instant,
  Lifetime,
  Nullable,
  object,
  oneOf,
  Status,
  StatusCounts,
  StatusReason,
  Working,
} from './common.ts'

/** Fields of a station that a person enters. In an update, a different `price` starts a new rate today. */
export const StationInput = object({
  name: Type.String(stationRules.name),
  installedOn: DayDate,
  /** Rated DC capacity, kWp. */
  capacityKwp: Type.Number(stationRules.capacityKwp),
  /** E-Total base: generation before the portal knew the station, kWh. */
  energyBaseKwh: Type.Number(stationRules.energyBaseKwh),
  /** Temperature coefficient of Pmax, 1/degC, negative. */
  temperatureCoefficient: Type.Number(stationRules.temperatureCoefficient),
  description: Type.String(stationRules.description),
  latitude: Type.Number(stationRules.latitude),
  longitude: Type.Number(stationRules.longitude),
  /** IANA name; the station's day is this zone's day. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  address: Type.String(stationRules.address),
  /** Price per kWh in `currency`; zero and negative are allowed. */
  price: Type.Number(stationRules.rate),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  sortNumber: Type.Integer(stationRules.sortNumber),
  /** Absent: off. */
  mpptCheck: Type.Optional(Type.Boolean()),
  /** Case number of the power company (TaiwaPowerID); absent: none. */
  caseNumber: Type.Optional(Type.String(stationRules.caseNumber)),
  /** Serial of the data logger with the external sensors, and the one device that it belongs to; absent: none. */
  collectorSerial: Type.Optional(Type.String({ pattern: `^$|${loggerSerialPattern}` })),
  collectorDeviceId: Type.Optional(Nullable(Id)),
  /** https only; absent or empty: none. */
  videoUrl: Type.Optional(Type.String({ maxLength: 300, pattern: accountRules.videoUrl.pattern })),
})
export type StationInput = Static<typeof StationInput>

/** What a deletion removes, and the token that confirms it: send the token with DELETE /stations/:stationId in time. */
export const StationDeletion = object({
  token: Type.String(),
  expiresAt: Instant,
  /** True: the station has history, so the user must type its name. */
  nameRequired: Type.Boolean(),
  lost: object({
    /** Local days with energy. */
    days: Type.Integer(),
    energyKwh: Type.Number(),
    shares: Type.Integer(),
    tariffs: Type.Integer(),
  }),
  /** What is kept: devices and loggers become unassigned and keep their own history. */
  kept: object({ devices: Type.Integer(), loggers: Type.Integer() }),
})
export type StationDeletion = Static<typeof StationDeletion>

/** A station with its current state. Null: not measured. */
export const Station = object({
  ...StationInput.properties,
  /** Basic rate of today's tariff; null if the caller has no right to see income. */
  price: Nullable(Type.Number()),
  mpptCheck: Type.Boolean(),
  caseNumber: Type.String(),
  collectorSerial: Type.String(),
  collectorDeviceId: Nullable(Id),
  videoUrl: Type.String(),
  /** Files: GET /pictures/:pictureId. */
  pictureId: Nullable(Id),
  logoId: Nullable(Id),
  id: Id,
  /** The owning account (MemberAutoID in links). */
  memberId: Id,
  /** The caller's rights at this station. */
  rights: Type.Array(oneOf(stationRights)),
  status: Status,
  statusReason: StatusReason,
  age: DataAge,
  deviceCounts: StatusCounts,
  /** Without alarms that weak light causes. Null: the caller has no right to see alarms. */
  openAlarms: Nullable(Type.Integer()),
  /** Sum over devices with fresh data, W. */
  powerW: Nullable(Type.Number()),
  energyTodayKwh: Nullable(Type.Number()),
  energyYesterdayKwh: Nullable(Type.Number()),
  /** Since installation, kWh. */
  energyTotalKwh: Nullable(Type.Number()),
  lifetime: Lifetime,
  /** Today. */
  capacity: Capacity,
  /** Over all days; null: none is being recomputed. */
  working: Nullable(Working),
  /** Today's kWh per kWp in operation (hours). */
  specificYieldToday: Nullable(Type.Number()),
  incomeToday: Nullable(Type.Number()),
  /** Share of today's daylight bins so far, by capacity, that hold data, 0 to 1. */
  coverageToday: Nullable(Type.Number()),
  weather: Weather,
  /** Today's power, W, at most 96 means over 15 min from local midnight; null: gap. */
  sparkline: Type.Array(Nullable(Type.Number())),
})
export type Station = Static<typeof Station>

/** A station in a list. */
export const ListedStation = object({
  ...Station.properties,
  /**
   * Rank by today's kWh per kWp among all stations of the account; equal values share a rank. Null: unknown, or too
   * many stations.
   */
  rankToday: Nullable(Type.Integer()),
  /** Ids of the station's group and tags. */
  tagIds: Type.Array(Id),
})
export type ListedStation = Static<typeof ListedStation>

/** Location and status of a station, for a map of a whole fleet. */
export const StationPlace = object({
  id: Id,
  memberId: Id,
  name: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  timeZone: Type.String(),
  status: Status,
  statusReason: StatusReason,
  powerW: Nullable(Type.Number()),
})
export type StationPlace = Static<typeof StationPlace>

const Curve = Type.Array(Nullable(Type.Number()))

export const QualitySpan = object({ kind: oneOf(qualityKinds), from: Instant, to: Instant })
export type QualitySpan = Static<typeof QualitySpan>

/** One local day of a station on a 5-minute grid: 276, 288 or 300 bins for a day of 23, 24 or 25 hours. */
export const StationDay = object({
  stationId: Id,
  date: DayDate,
  timeZone: Type.String(),
  /** Start of the first bin and end of the last one. */
  from: Instant,
  to: Instant,
  binMinutes: Type.Integer(),
  sunrise: Nullable(Instant),
  sunset: Nullable(Instant),
  age: DataAge,
  /** Mean AC power per bin, W: sum over the reporting devices; null: no device reported. */
  powerW: Curve,
  /** Share of the capacity that `powerW` covers, 0 to 1; a sleeping device counts as reporting. */
  powerCoverage: Curve,
  irradianceWm2: Curve,
  ambientC: Curve,
  moduleC: Curve,
  /** Energy (kWh, from the counters) and income of each hour from local midnight on: 23, 24 or 25. */
  hours: Type.Array(
    object({
      from: Instant,
      to: Instant,
      energyKwh: Nullable(Type.Number()),
      /** At the rate of each minute; null without the right to see income. */
      income: Nullable(Type.Number()),
    }),
  ),
  devices: Type.Array(
    object({
      deviceId: Id,
      name: Type.String(),
      powerW: Curve,
      energyKwh: Nullable(Type.Number()),
      /** kWh per kWp of capacity on that day (hours), for comparing devices. */
      specificYield: Nullable(Type.Number()),
    }),
  ),
  quality: Type.Array(QualitySpan),
  capacity: Capacity,
  /** Recomputation of this day; null: its figures are final. */
  working: Nullable(Working),
  figures: object({
    energyKwh: Nullable(Type.Number()),
    peakPowerW: Nullable(Type.Number()),
    peakAt: Nullable(Instant),
    /** kWh per kWp in operation (hours). */
    specificYield: Nullable(Type.Number()),
    /** In-plane irradiation, kWh/m2; only where a sensor reports. */
    irradiationKwhM2: Nullable(Type.Number()),
    /**
     * Energy divided by (kWp in operation times irradiation), over bins with irradiance in which any device reports.
     */
    performanceRatio: Nullable(Type.Number()),
    income: Nullable(Type.Number()),
    co2Kg: Nullable(Type.Number()),
    /** Share of the day's daylight bins that hold data, 0 to 1. */
    coverage: Nullable(Type.Number()),
    /** Share of daylight bins that entered the performance ratio. */
    performanceRatioCoverage: Nullable(Type.Number()),
  }),
})
export type StationDay = Static<typeof StationDay>

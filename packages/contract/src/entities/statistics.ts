import Type, { type Static } from 'typebox'
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
  StatusCounts,
  Working,
} from './common.ts'

/** Period that a statistic covers, in the station's local days; a week begins on Monday. */
export const statisticsPeriods = ['week', 'month', 'year', 'total'] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]

const Value = Nullable(Type.Number())
/** 0 to 1; null: no data was expected, or there is no sensor. */
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

/**
 * Share of expected data that is known, for each group of figures. `energy`: daylight bins with data; the others:
 * daylight bins that entered both sums of the ratio. The base is the whole calendar period up to now, from the
 * installation on; for the total, from the first day that was measured here.
 */
export const StatisticsCoverage = object({
  energy: Share,
  irradiation: Share,
  performanceRatio: Share,
  performanceRatio25: Share,
  arrayRatio: Share,
  availability: Share,
})
export type StatisticsCoverage = Static<typeof StatisticsCoverage>

/**
 * How the time with enough sun to produce was determined: irradiance above a threshold, or output of sibling devices.
 */
export const availabilityBases = ['sensor', 'siblings', 'mixed'] as const

/**
 * `sensor`: in-plane irradiation over 1 kW/m2. `equivalent`: kWh per kWp, where no sensor reports. The two are never
 * mixed.
 */
export const sunshineBases = ['sensor', 'equivalent'] as const

/** Figures of a station or device over a period. Null: not measured, not computable, or not visible to the caller. */
export const Figures = object({
  energyKwh: Value,
  /** DC side of the inverters, where they report it. */
  dcEnergyKwh: Value,
  /** kWh per kWp in operation: final yield, h. */
  specificYield: Value,
  /** Null if the caller has no right to see income. */
  income: Value,
  /** In-plane irradiation, kWh/m2: reference yield, h. */
  irradiationKwhM2: Value,
  /** Daylight means, degC, where sensors report; for a device, those of its station. */
  ambientC: Value,
  moduleC: Value,
  /** Peak sun hours; `peakSunshineBasis` gives the source. */
  peakSunshineHours: Value,
  peakSunshineBasis: Nullable(oneOf(sunshineBases)),
  /** Energy divided by (kWp in operation times irradiation), over bins with irradiance in which any device reports. */
  performanceRatio: Value,
  /** The same, corrected to 25 degC of the cell (IEC 61724-1). */
  performanceRatio25: Value,
  /** RA: array yield over reference yield, DC energy where it is reported, else AC. */
  arrayRatio: Value,
  /** Time producing divided by time with enough sun to produce, over all devices. */
  availability: Share,
  availabilityBasis: Nullable(oneOf(availabilityBases)),
  peakPowerW: Value,
  peakAt: Nullable(Instant),
  /** Hours with output; for a station, those of the device with the most hours. */
  producingHours: Value,
  co2Kg: Value,
  /** Number of urban trees that absorb as much in 10 years of growth (EPA: 0.060 t each). */
  trees: Value,
  coverage: StatisticsCoverage,
  /**
   * Days with known energy and expected days of the same calendar period; for several stations, sums over the stations.
   */
  days: object({ known: Type.Integer(), expected: Type.Integer() }),
})
export type Figures = Static<typeof Figures>

/** One bar: a day (week, month), a month (year) or a year (total); both days included. */
export const FiguresBin = object({ from: DayDate, to: DayDate, ...Figures.properties })
export type FiguresBin = Static<typeof FiguresBin>

export const statisticsSteps = ['day', 'month', 'year'] as const

const stretch = {
  period: oneOf(statisticsPeriods),
  /** First and last local day. */
  from: DayDate,
  to: DayDate,
  step: oneOf(statisticsSteps),
  /** Newest frame of the devices. */
  age: DataAge,
  capacity: Capacity,
  /** Days of the period that are being recomputed; null: none. */
  working: Nullable(Working),
  lifetime: Lifetime,
  /** Energy of the preceding period of the same kind. */
  previous: Nullable(
    object({
      from: DayDate,
      to: DayDate,
      energyKwh: Value,
      /** Energy of as many days as have begun in the current period: comparable while the current period runs. */
      sameDaysEnergyKwh: Value,
    }),
  ),
}

export const DeviceFigures = object({
  deviceId: Id,
  name: Type.String(),
  serial: Type.String(),
  capacityKwp: Type.Number(),
  ...Figures.properties,
})
export type DeviceFigures = Static<typeof DeviceFigures>

export const StationStatistics = object({
  stationId: Id,
  timeZone: Type.String(),
  currency: Type.String(),
  capacityKwp: Type.Number(),
  ...stretch,
  /** Newest sensor frame. */
  sensorAge: DataAge,
  figures: Figures,
  series: Type.Array(FiguresBin),
  devices: Type.Array(DeviceFigures),
})
export type StationStatistics = Static<typeof StationStatistics>

export const DeviceStatistics = object({
  deviceId: Id,
  stationId: Id,
  timeZone: Type.String(),
  currency: Type.String(),
  capacityKwp: Type.Number(),
  ...stretch,
  sensorAge: DataAge,
  figures: Figures,
  series: Type.Array(FiguresBin),
})
export type DeviceStatistics = Static<typeof DeviceStatistics>

/** Money is summed within one currency only. */
export const CurrencyAmount = object({ currency: Type.String(), amount: Type.Number() })
export type CurrencyAmount = Static<typeof CurrencyAmount>

const AccountFigures = object({
  ...Type.Omit(Figures, ['income', 'ambientC', 'moduleC']).properties,
  /** One entry per currency of the stations whose income the caller may see. */
  incomes: Type.Array(CurrencyAmount),
})

/** Sums over every station that the account can see; each station counts its own local days. */
export const AccountStatistics = object({
  ...stretch,
  stations: Type.Integer(),
  capacityKwp: Type.Number(),
  figures: AccountFigures,
  series: Type.Array(object({ from: DayDate, to: DayDate, ...AccountFigures.properties })),
})
export type AccountStatistics = Static<typeof AccountStatistics>

export const rankingPeriods = ['today', ...statisticsPeriods] as const
export const rankingSubjects = ['stations', 'devices'] as const

/** Ranked by kWh per kWp; entries without data come last and have no rank. */
export const RankingEntry = object({
  rank: Nullable(Type.Integer()),
  stationId: Id,
  /** Null in a ranking of stations. */
  deviceId: Nullable(Id),
  memberId: Id,
  name: Type.String(),
  capacityKwp: Type.Number(),
  energyKwh: Value,
  specificYield: Value,
  coverage: Share,
  days: Figures.properties.days,
  age: DataAge,
  /** Days of the period that are being recomputed for the station; null: none. */
  working: Nullable(Working),
})
export type RankingEntry = Static<typeof RankingEntry>

/** Summary of all stations that the account can see. */
export const StationsSummary = object({
  stations: Type.Integer(),
  stationCounts: StatusCounts,
  /** Stations that need attention: at fault, silent, with open alarms, or late. */
  attention: Type.Integer(),
  devices: Type.Integer(),
  deviceCounts: StatusCounts,
  capacityKwp: Type.Number(),
  /** Today; a device that has not had its sunrise yet counts as reported. */
  capacity: Capacity,
  /** Over all days; null: none is being recomputed. */
  working: Nullable(Working),
  lifetime: Lifetime,
  /** Sum over devices with fresh data, W. */
  powerW: Value,
  /** Number of stations in `powerW`, and their capacity in operation. */
  powerOf: object({ stations: Type.Integer(), inOperationKwp: Type.Number() }),
  /** Rated AC power of all devices, W. */
  ratedPowerW: Type.Number(),
  energyTodayKwh: Value,
  energyYesterdayKwh: Value,
  /** Yesterday's energy of the stations that know both days. */
  comparableYesterdayKwh: Value,
  energyMonthKwh: Value,
  energyYearKwh: Value,
  /** Since installation. */
  energyTotalKwh: Value,
  specificYieldToday: Value,
  /** Mean peak sun hours so far today, weighted by capacity; only stations with a sensor. */
  peakSunshineHoursToday: Value,
  /** By currency, over the stations whose income the caller may see; `total` is income of measured energy. */
  incomes: Type.Array(
    object({
      currency: Type.String(),
      today: Value,
      month: Value,
      year: Value,
      total: Value,
      /** Number of stations with this currency, and how many of them have no known income today. */
      stations: Type.Integer(),
      unknown: Type.Integer(),
    }),
  ),
  /** Over the stations whose alarms the caller may see, without alarms that weak light causes. */
  openAlarms: Type.Integer(),
  /** For the energy that was measured here. */
  co2Kg: Value,
  trees: Value,
  coverageToday: Share,
  age: DataAge,
})
export type StationsSummary = Static<typeof StationsSummary>

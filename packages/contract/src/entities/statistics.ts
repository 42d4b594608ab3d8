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

/** Stretch that a statistic covers, in the station's local days; a week begins on Monday. */
export const statisticsPeriods = ['week', 'month', 'year', 'total'] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]

const Value = Nullable(Type.Number())
/** 0 to 1; null: nothing was to be expected, or there is no sensor. */
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

/**
 * Share of what was to be known that is known, for each group of figures:
 * `energy`: daylight bins with data; the others: daylight bins that entered both sums of the ratio. Of the whole calendar
 * stretch up to now, from the installation on; of all time, from the first day that was measured here.
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

/** How the time in which a device could have produced was found: irradiance above a threshold, or its siblings. */
export const availabilityBases = ['sensor', 'siblings', 'mixed'] as const

/** `sensor`: in-plane irradiation over 1 kW/m2. `equivalent`: kWh per kWp, where no sensor reports; never mixed. */
export const sunshineBases = ['sensor', 'equivalent'] as const

/** What a station or a device did in a stretch. Nulls: not measured, not to be said, or no right to see it. */
export const Figures = object({
  energyKwh: Value,
  /** DC side of the inverters, where they report it. */
  dcEnergyKwh: Value,
  /** kWh per kWp in operation: final yield, h. */
  specificYield: Value,
  /** Null where the caller has no right to see income. */
  income: Value,
  /** In-plane irradiation, kWh/m2: reference yield, h. */
  irradiationKwhM2: Value,
  /** Means of the daylight, degC, where sensors report; of a device: of its station. */
  ambientC: Value,
  moduleC: Value,
  /** Peak sun hours; `peakSunshineBasis` says from what. */
  peakSunshineHours: Value,
  peakSunshineBasis: Nullable(oneOf(sunshineBases)),
  /** Sums of energy over kWp in operation times irradiation, over bins with irradiance in which anything reports. */
  performanceRatio: Value,
  /** The same, corrected to 25 degC of the cell (IEC 61724-1). */
  performanceRatio25: Value,
  /** RA: array yield over reference yield, DC energy where it is reported, else AC. */
  arrayRatio: Value,
  /** Time producing over time with sun enough to produce, over all devices. */
  availability: Share,
  availabilityBasis: Nullable(oneOf(availabilityBases)),
  peakPowerW: Value,
  peakAt: Nullable(Instant),
  /** Hours with output; of a station: of its longest producing device. */
  producingHours: Value,
  co2Kg: Value,
  /** Urban trees grown 10 years that take up as much (EPA: 0.060 t each). */
  trees: Value,
  coverage: StatisticsCoverage,
  /**
   * Of how many days the energy is known, of how many: of the same calendar stretch; summed over the stations, where they
   * are several.
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
  /** Days of the stretch; null: none is being worked out. */
  working: Nullable(Working),
  lifetime: Lifetime,
  /** Energy of the same period before. */
  previous: Nullable(
    object({
      from: DayDate,
      to: DayDate,
      energyKwh: Value,
      /** Of as many of its days as have begun in this period: what may be compared while it runs. */
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

/** Sums over every station that the account reaches; each station by its own local days. */
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

/** Place by kWh per kWp; those of which nothing is known come last, without a place. */
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
  /** Days of the stretch, of the station; null: none is being worked out. */
  working: Nullable(Working),
})
export type RankingEntry = Static<typeof RankingEntry>

/** Everything that the account reaches, in one look. */
export const StationsSummary = object({
  stations: Type.Integer(),
  stationCounts: StatusCounts,
  /** Stations that need a person: at fault, silent, with open alarms, or late. */
  attention: Type.Integer(),
  devices: Type.Integer(),
  deviceCounts: StatusCounts,
  capacityKwp: Type.Number(),
  /** Today; what has its sunrise before it counts as reported. */
  capacity: Capacity,
  /** Of all days; null: none is being worked out. */
  working: Nullable(Working),
  lifetime: Lifetime,
  /** Sum over devices with fresh data, W. */
  powerW: Value,
  /** How many stations are in `powerW`, and what of them is in operation. */
  powerOf: object({ stations: Type.Integer(), inOperationKwp: Type.Number() }),
  /** Rated AC power of all devices, W. */
  ratedPowerW: Type.Number(),
  energyTodayKwh: Value,
  energyYesterdayKwh: Value,
  /** Of yesterday, over the stations that know both days. */
  comparableYesterdayKwh: Value,
  energyMonthKwh: Value,
  energyYearKwh: Value,
  /** Since installation. */
  energyTotalKwh: Value,
  specificYieldToday: Value,
  /** Where a sensor reports: mean peak sun hours so far today, by capacity. */
  peakSunshineHoursToday: Value,
  /** By currency, of the stations whose income the caller may see; `total` is what was measured. */
  incomes: Type.Array(
    object({
      currency: Type.String(),
      today: Value,
      month: Value,
      year: Value,
      total: Value,
      /** Of this currency, and those of them whose income of today is not known. */
      stations: Type.Integer(),
      unknown: Type.Integer(),
    }),
  ),
  /** Of the stations whose alarms the caller may see, without what weak light raises by itself. */
  openAlarms: Type.Integer(),
  /** Of what was measured here. */
  co2Kg: Value,
  trees: Value,
  coverageToday: Share,
  age: DataAge,
})
export type StationsSummary = Static<typeof StationsSummary>

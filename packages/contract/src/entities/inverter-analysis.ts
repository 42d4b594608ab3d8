import Type, { type Static } from 'typebox'
import { analysisCauses } from '../inverter-analysis.ts'
import { knownAlarmCodes } from '../alarms.ts'
import { DataAge, DayDate, Id, Instant, Nullable, object, oneOf, Working } from './common.ts'

const Value = Nullable(Type.Number())
/** One value per quarter of an hour. */
const Curve = Type.Array(Value)

const AnalysedInverter = object({
  deviceId: Id,
  memberId: Id,
  name: Type.String(),
  serial: Type.String(),
  capacityKwp: Type.Number(),
  mpptCount: Type.Integer(),
  energyKwh: Value,
  /** kWh per kWp of the day. */
  specificYield: Value,
  /**
   * Relative deviation from the median of the requested inverters: -0.08 is 8 % less; null: fewer than three are known.
   */
  deviation: Value,
  /** Standard deviation divided by mean of the day's charge per string; null: fewer than two strings are known. */
  stringDispersion: Value,
  /** Only requested and known curves; power is per kWp, in W. */
  curves: Type.Partial(
    object({ power: Curve, dcPower: Curve, temperature: Curve, voltage: Curve, frequency: Curve, powerFactor: Curve }),
    { additionalProperties: false },
  ),
  /** Median current of its strings, A; null: too dark for a comparison. */
  stringMedianA: Curve,
  /**
   * One entry per string, from string 1: its current as a share of the median, one letter per quarter-hour (see
   * readShares).
   */
  stringShares: Type.Array(Type.String()),
})
export type AnalysedInverter = Static<typeof AnalysedInverter>

/** One inverter that performs below its siblings, and the cause. */
export const AnalysisFinding = object({
  deviceId: Id,
  cause: oneOf(analysisCauses),
  /** Alarm code of the inverter or of the string watch. */
  code: Nullable(oneOf(knownAlarmCodes)),
  /** Affected strings, from 1. */
  strings: Type.Array(Type.Integer()),
  /** First and last quarter of an hour in which energy is missing. */
  from: Nullable(Instant),
  to: Nullable(Instant),
  lostKwh: Value,
  /** In the station's currency; null: unknown, or not visible to the caller. */
  lostIncome: Value,
})
export type AnalysisFinding = Static<typeof AnalysisFinding>

/** Comparison of a station's inverters over one day, in quarter-hours of its daylight. */
export const InverterAnalysis = object({
  stationId: Id,
  date: DayDate,
  timeZone: Type.String(),
  currency: Type.String(),
  age: DataAge,
  working: Nullable(Working),
  /** Start of the first quarter-hour; every curve begins there. */
  from: Instant,
  quarters: Type.Integer(),
  /** True: the day's samples were deleted after their retention time, so only power and energy are known. */
  isKept: Type.Boolean(),
  /** Median kWh per kWp, and standard deviation divided by mean; null: fewer than three are known. */
  medianYield: Value,
  dispersion: Value,
  inverters: Type.Array(AnalysedInverter),
  /** Most expensive first. */
  findings: Type.Array(AnalysisFinding),
})
export type InverterAnalysis = Static<typeof InverterAnalysis>

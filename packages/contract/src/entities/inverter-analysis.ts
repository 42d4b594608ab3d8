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
  /** How far it is from the median of those asked for: -0.08 is 8 % less; null: fewer than three are known. */
  deviation: Value,
  /** Standard deviation over mean of what its strings carried over the day; null: fewer than two are known. */
  stringDispersion: Value,
  /** Asked for and known ones; power is per kWp, in W. */
  curves: Type.Partial(
    object({ power: Curve, dcPower: Curve, temperature: Curve, voltage: Curve, frequency: Curve, powerFactor: Curve }),
    { additionalProperties: false },
  ),
  /** Median current of its strings, A; null where it is too dark to compare them. */
  stringMedianA: Curve,
  /** From string 1 on: its current as a share of the median, one letter per quarter of an hour (see readShares). */
  stringShares: Type.Array(Type.String()),
})
export type AnalysedInverter = Static<typeof AnalysedInverter>

/** One inverter that stays behind, and why. */
export const AnalysisFinding = object({
  deviceId: Id,
  cause: oneOf(analysisCauses),
  /** What it, or the watch of the strings, says itself. */
  code: Nullable(oneOf(knownAlarmCodes)),
  /** Strings that stay behind, from 1. */
  strings: Type.Array(Type.Integer()),
  /** First and last quarter of an hour in which energy is missing. */
  from: Nullable(Instant),
  to: Nullable(Instant),
  lostKwh: Value,
  /** In the station's currency; null: unknown, or not to be told. */
  lostIncome: Value,
})
export type AnalysisFinding = Static<typeof AnalysisFinding>

/** One day of several inverters of a station beside each other, in quarters of an hour of its daylight. */
export const InverterAnalysis = object({
  stationId: Id,
  date: DayDate,
  timeZone: Type.String(),
  currency: Type.String(),
  age: DataAge,
  working: Nullable(Working),
  /** Start of the first quarter of an hour that is told; every curve begins there. */
  from: Instant,
  quarters: Type.Integer(),
  /** Single measurements are dropped after their time: of such a day power and energy are known alone. */
  isKept: Type.Boolean(),
  /** Median kWh per kWp, and the standard deviation over the mean; null: fewer than three are known. */
  medianYield: Value,
  dispersion: Value,
  inverters: Type.Array(AnalysedInverter),
  /** The dearest first. */
  findings: Type.Array(AnalysisFinding),
})
export type InverterAnalysis = Static<typeof InverterAnalysis>

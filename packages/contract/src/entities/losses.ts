import Type, { type Static } from 'typebox'
import { Capacity, DayDate, Id, Nullable, object, oneOf, Working } from './common.ts'

export const lossPeriods = ['day', 'week', 'month', 'year'] as const
export type LossPeriod = (typeof lossPeriods)[number]

/**
 * Loss chain from sun to meter: `reference` (P0 times irradiation), minus temperature, capture (soiling, shade,
 * mismatch, reflection), limit (clipping, power limits), inverter and outage, is `final`, the energy delivered.
 */
export const lossBars = ['reference', 'temperature', 'capture', 'limit', 'inverter', 'outage', 'final'] as const
export type LossBarName = (typeof lossBars)[number]

/**
 * Why a bar is unknown. `noSensor`: no irradiance. `noTemperature`, `noDcPower`: the loss is included in `capture`.
 * `noSiblings`: no basis for outages. `notYet`: not computed yet.
 */
export const lossReasons = ['noSensor', 'noTemperature', 'noDcPower', 'noSiblings', 'notYet'] as const
export type LossReason = (typeof lossReasons)[number]

/** Basis of outage losses: siblings' energy, or the device's own ratio to irradiation. */
export const outageBases = ['siblings', 'model', 'mixed'] as const

const Value = Nullable(Type.Number())

export const LossBar = object({
  name: oneOf(lossBars),
  /** kWh in whole Wh; losses positive, a gain (cold modules) negative. */
  energyKwh: Value,
  /** kWh per kWp, h. */
  hours: Value,
  /** Null without the right to see income. */
  income: Value,
  reason: Nullable(oneOf(lossReasons)),
})

/** Where `reference` is known, reference - temperature - capture - limit - inverter - outage = final, to the Wh. */
export const StationLosses = object({
  stationId: Id,
  timeZone: Type.String(),
  currency: Type.String(),
  capacityKwp: Type.Number(),
  capacity: Capacity,
  working: Nullable(Working),
  period: oneOf(lossPeriods),
  from: DayDate,
  to: DayDate,
  bars: Type.Array(LossBar),
  outageBasis: Nullable(oneOf(outageBases)),
  /** Share of the daylight bins that entered the sums. */
  coverage: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** Energy of the period that is not in the bars because its irradiance is unknown, kWh. */
  outsideKwh: Value,
})
export type StationLosses = Static<typeof StationLosses>

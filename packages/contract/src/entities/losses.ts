import Type, { type Static } from 'typebox'
import { Capacity, DayDate, Id, Nullable, object, oneOf, Working } from './common.ts'

export const lossPeriods = ['day', 'week', 'month', 'year'] as const
export type LossPeriod = (typeof lossPeriods)[number]

/**
 * The way from the sun to the meter: `reference` (P0 times irradiation), less temperature, capture (soiling, shade,
 * mismatch, reflection), limit (clipping, power limits), inverter and outage, is `final`, the energy delivered.
 */
export const lossBars = ['reference', 'temperature', 'capture', 'limit', 'inverter', 'outage', 'final'] as const
export type LossBarName = (typeof lossBars)[number]

/**
 * Why a bar cannot be said. `noSensor`: no irradiance. `noTemperature`, `noDcPower`: its part is in `capture`.
 * `noSiblings`: nothing to hold an outage against. `notYet`: not worked out yet.
 */
export const lossReasons = ['noSensor', 'noTemperature', 'noDcPower', 'noSiblings', 'notYet'] as const
export type LossReason = (typeof lossReasons)[number]

/** Against what outages were measured: siblings' energy, or the device's own ratio to the sun. */
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
  /** Share of the daylight bins that entered. */
  coverage: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** Energy of the stretch that is not in the bars, as its irradiance is not known, kWh. */
  outsideKwh: Value,
})
export type StationLosses = Static<typeof StationLosses>

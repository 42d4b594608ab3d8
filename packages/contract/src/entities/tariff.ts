import Type, { type Static } from 'typebox'
import { stationRules } from '../station-rules.ts'
import { DayDate, Id, Instant, Nullable, object } from './common.ts'

/** Price per kWh in the station's currency; zero and negative are allowed. */
const Rate = Type.Number(stationRules.rate)
/** Local time of the station in quarter-hours; 24:00 is the end of a day. */
const QuarterTime = Type.String({ pattern: '^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$' })

/** Time-of-use band: a different rate on these weekdays (1 Monday to 7 Sunday) between these local times. */
export const TariffBand = object({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: QuarterTime,
  /** Later than `from`; a band over midnight is two bands. */
  to: QuarterTime,
  rate: Rate,
})
export type TariffBand = Static<typeof TariffBand>

/** A rate that is valid from a local day until a later rate begins. */
export const TariffInput = object({
  from: DayDate,
  /** Rate outside all bands. */
  rate: Rate,
  /** Bands of one tariff do not overlap. */
  bands: Type.Array(TariffBand, { maxItems: 48 }),
  /** Allows a change that affects days before today; it is recorded in the list of corrections. */
  correction: Type.Optional(Type.Boolean()),
})
export type TariffInput = Static<typeof TariffInput>

const tariffFields = {
  from: TariffInput.properties.from,
  rate: TariffInput.properties.rate,
  bands: TariffInput.properties.bands,
}

export const Tariff = object({ ...tariffFields, id: Id, stationId: Id })
export type Tariff = Static<typeof Tariff>

/**
 * A retroactive change: the tariff from that day before and after the change; null: the day had no tariff of its own.
 */
export const TariffCorrection = object({
  id: Id,
  at: Instant,
  userName: Type.String(),
  before: Nullable(object(tariffFields)),
  after: Nullable(object(tariffFields)),
})
export type TariffCorrection = Static<typeof TariffCorrection>

/** CO2 factor per kWh from a local day on; earlier days keep their own factor. */
export const Co2FactorInput = object({
  from: DayDate,
  kgPerKwh: Type.Number(stationRules.co2Factor),
  /** Year that the factor refers to. */
  year: Type.Integer(stationRules.co2Year),
  source: Type.String(stationRules.co2Source),
})
export type Co2FactorInput = Static<typeof Co2FactorInput>

/** `id` and `from` null: the default factor of the station's country, used if the station has no own factor. */
export const Co2Factor = object({
  ...Co2FactorInput.properties,
  id: Nullable(Id),
  from: Nullable(DayDate),
})
export type Co2Factor = Static<typeof Co2Factor>

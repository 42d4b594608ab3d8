import Type, { type Static } from 'typebox'
import { stationRules } from '../station-rules.ts'
import { DayDate, Id, Instant, Nullable, object } from './common.ts'

/** Per kWh in the station's currency; zero and negative are allowed. */
const Rate = Type.Number(stationRules.rate)
/** Local time of the station, quarter of an hour; 24:00 ends a day. */
const QuarterTime = Type.String({ pattern: '^(([01][0-9]|2[0-3]):(00|15|30|45)|24:00)$' })

/** Time of use: on these weekdays (1 Monday to 7 Sunday) between these local times another rate holds. */
export const TariffBand = object({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: QuarterTime,
  /** Later than `from`; a band over midnight is two bands. */
  to: QuarterTime,
  rate: Rate,
})
export type TariffBand = Static<typeof TariffBand>

/** A rate that holds from a local day on, until a later one begins. */
export const TariffInput = object({
  from: DayDate,
  /** Outside all bands. */
  rate: Rate,
  /** Bands of one tariff do not overlap. */
  bands: Type.Array(TariffBand, { maxItems: 48 }),
  /** Allows a change that reaches days before today; it is kept in the list of corrections. */
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

/** A change that reached into the past: what held from that day before and after; null: nothing of its own. */
export const TariffCorrection = object({
  id: Id,
  at: Instant,
  userName: Type.String(),
  before: Nullable(object(tariffFields)),
  after: Nullable(object(tariffFields)),
})
export type TariffCorrection = Static<typeof TariffCorrection>

/** CO2 saved per kWh from a local day on; earlier days keep their own factor. */
export const Co2FactorInput = object({
  from: DayDate,
  kgPerKwh: Type.Number(stationRules.co2Factor),
  /** Year that the factor describes. */
  year: Type.Integer(stationRules.co2Year),
  source: Type.String(stationRules.co2Source),
})
export type Co2FactorInput = Static<typeof Co2FactorInput>

/** `id` and `from` null: the factor of the station's country, which holds where no own one does. */
export const Co2Factor = object({
  ...Co2FactorInput.properties,
  id: Nullable(Id),
  from: Nullable(DayDate),
})
export type Co2Factor = Static<typeof Co2Factor>

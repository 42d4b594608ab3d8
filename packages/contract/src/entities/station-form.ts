import Type, { type Static } from 'typebox'
import { stationRules } from '../station-rules.ts'
import { Id, Nullable, object, RequestKey } from './common.ts'
import { StationInput } from './station.ts'
import { Co2FactorInput, TariffInput } from './tariff.ts'

const { price: _price, ...fields } = StationInput.properties

/** What a person enters of a station itself; what a kWh is worth there is among the form's rates. */
export const StationFields = object(fields)
export type StationFields = Static<typeof StationFields>

/** `id` null: a new rate, or the one that begins on that day already. */
export const FormRate = object({ ...TariffInput.properties, id: Nullable(Id) })
export type FormRate = Static<typeof FormRate>

/** All that is entered of a station in one form. It is taken as a whole, or nothing of it is. */
export const StationForm = object({
  key: RequestKey,
  station: StationFields,
  /** All devices of the station: others enter it, and those that are left out leave it. */
  deviceIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  /** Rates that are new or changed; those that are not named stay as they are. The first of a new station is its first. */
  rates: Type.Array(FormRate, { maxItems: stationRules.ratesInForm }),
  /** Rates that go; of one at which days were earned that is a correction. One that is gone already is no error. */
  removedRates: Type.Array(object({ id: Id }), { maxItems: stationRules.ratesInForm, uniqueItems: true }),
  /** A factor from today or a later day on; null: what holds now goes on. */
  factor: Nullable(Co2FactorInput),
})
export type StationForm = Static<typeof StationForm>

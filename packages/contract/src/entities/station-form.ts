import Type, { type Static } from 'typebox'
import { stationRules } from '../station-rules.ts'
import { Id, Nullable, object, RequestKey } from './common.ts'
import { StationInput } from './station.ts'
import { Co2FactorInput, TariffInput } from './tariff.ts'

const { price: _price, ...fields } = StationInput.properties

/** Fields of the station itself; its prices are among the form's rates. */
export const StationFields = object(fields)
export type StationFields = Static<typeof StationFields>

/** `id` null: a new rate, or the existing one that begins on that day. */
export const FormRate = object({ ...TariffInput.properties, id: Nullable(Id) })
export type FormRate = Static<typeof FormRate>

/** All entries of the station form, applied atomically. */
export const StationForm = object({
  key: RequestKey,
  station: StationFields,
  /** All devices of the station: new ones are assigned, missing ones are unassigned. */
  deviceIds: Type.Array(Id, { maxItems: 2_000, uniqueItems: true }),
  /** New or changed rates; others stay unchanged. The first rate of a new station is its initial rate. */
  rates: Type.Array(FormRate, { maxItems: stationRules.ratesInForm }),
  /**
   * Rates to remove; removing one that already applied to earned days counts as a correction. Removing a missing rate
   * is no error.
   */
  removedRates: Type.Array(object({ id: Id }), { maxItems: stationRules.ratesInForm, uniqueItems: true }),
  /** CO2 factor from today or a later day on; null: unchanged. */
  factor: Nullable(Co2FactorInput),
})
export type StationForm = Static<typeof StationForm>

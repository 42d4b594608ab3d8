import type { Co2FactorInput, FormRate, StationFields, StationForm, TariffBand } from '@helioport/contract'
import type { BandValues, FactorValues, RateValues, StationValues } from './station-values.ts'

/** Content of a form, without the key under which it is sent. */
export type FormContent = Omit<StationForm, 'key'>

/** A number that the rules have accepted. */
function numberOf(value: number | null): number {
  if (value === null || Number.isNaN(value)) throw new RangeError('a number is missing that the rules ask for')
  return value
}

function fieldsOf(values: StationValues): StationFields {
  return {
    name: values.name.trim(),
    installedOn: values.installedOn,
    capacityKwp: numberOf(values.capacityKwp),
    energyBaseKwh: numberOf(values.energyBaseKwh),
    temperatureCoefficient: Number((numberOf(values.coefficientPercent) / 100).toFixed(8)),
    description: values.description.trim(),
    latitude: numberOf(values.latitude),
    longitude: numberOf(values.longitude),
    timeZone: values.timeZone,
    address: values.address.trim(),
    currency: values.currency,
    sortNumber: numberOf(values.sortNumber),
    mpptCheck: values.mpptCheck,
    caseNumber: values.caseNumber.trim(),
    collectorSerial: values.hasCollector ? values.collectorSerial.trim() : '',
    collectorDeviceId: values.hasCollector ? values.collectorDeviceId : null,
    videoUrl: values.videoUrl.trim(),
  }
}

const bandOf = ({ days, from, to, rate }: BandValues): TariffBand => ({
  days: days.toSorted((a, b) => a - b),
  from,
  to,
  rate: numberOf(rate),
})

const rateOf = ({ id, from, rate, bands }: RateValues): FormRate => ({
  id,
  from,
  rate: numberOf(rate),
  bands: bands.map(bandOf),
})

const factorOf = ({ from, kgPerKwh, year, source }: FactorValues): Co2FactorInput => ({
  from,
  kgPerKwh: numberOf(kgPerKwh),
  year: numberOf(year),
  source: source.trim(),
})

/**
 * The request, from values that the rules accept; of the rates only those that differ from the initial ones.
 * @param held null: a station that is to be added; nothing has been earned yet, so no rate is a correction of anything
 */
export function contentOf(values: StationValues, held: readonly RateValues[] | null): FormContent {
  const known = new Map((held ?? []).map((rate) => [rate.id, JSON.stringify(rateOf(rate))]))
  const changed = values.rates.filter((rate) => known.get(rate.id) !== JSON.stringify(rateOf(rate)))
  const left = new Set(values.rates.map(({ id }) => id))
  return {
    station: fieldsOf(values),
    deviceIds: [...values.deviceIds],
    rates: changed.map((rate) => ({
      ...rateOf(rate),
      ...((rate.correcting || held === null) && { correction: true }),
    })),
    removedRates: [...known.keys()].flatMap((id) => (id === null || left.has(id) ? [] : { id })),
    factor: values.factor && factorOf(values.factor),
  }
}

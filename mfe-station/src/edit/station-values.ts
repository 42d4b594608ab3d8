import type { Station, Tariff } from '@helioport/contract'
import { dayAt, viewerTimeZone } from '@helioport/time'

/** A time of use as typed. */
export interface BandValues {
  days: readonly number[]
  from: string
  to: string
  rate: number | null
}

/** A rate as typed; `id` of a saved one. */
export interface RateValues {
  key: string
  id: string | null
  from: string
  rate: number | null
  bands: readonly BandValues[]
  /** The person asked for past income to be recomputed. */
  correcting: boolean
}

/** A CO2 factor that is valid from a day on. */
export interface FactorValues {
  from: string
  kgPerKwh: number | null
  year: number | null
  source: string
}

/** Everything that a person enters for a station; null: an empty number. */
export interface StationValues {
  name: string
  installedOn: string
  capacityKwp: number | null
  energyBaseKwh: number | null
  /** Of Pmax, percent per degC. */
  coefficientPercent: number | null
  description: string
  sortNumber: number | null
  mpptCheck: boolean
  caseNumber: string
  latitude: number | null
  longitude: number | null
  timeZone: string
  address: string
  currency: string
  rates: readonly RateValues[]
  /** Null: the present factor stays. */
  factor: FactorValues | null
  deviceIds: readonly string[]
  hasCollector: boolean
  collectorSerial: string
  /** '': not chosen. */
  collectorDeviceId: string
  videoUrl: string
  /** Addresses: '' none, `data:` a new picture. */
  picture: string
  logo: string
}

const timesPercent = (value: number) => Number((value * 100).toFixed(6))

/** Values of an empty form: defaults that fit most stations, the rest empty. */
export function emptyValues(today: string, currency: string, sortNumber: number): StationValues {
  return {
    name: '',
    installedOn: today,
    capacityKwp: null,
    energyBaseKwh: 0,
    coefficientPercent: null,
    description: '',
    sortNumber,
    mpptCheck: false,
    caseNumber: '',
    latitude: null,
    longitude: null,
    timeZone: '',
    address: '',
    currency,
    rates: [{ key: 'first', id: null, from: today, rate: null, bands: [], correcting: false }],
    factor: null,
    deviceIds: [],
    hasCollector: false,
    collectorSerial: '',
    collectorDeviceId: '',
    videoUrl: '',
    picture: '',
    logo: '',
  }
}

/** Oldest first, in the order of a timeline. */
export const ratesOf = (tariffs: readonly Tariff[]): RateValues[] =>
  tariffs
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ id, from, rate, bands }) => ({ key: id, id, from, rate, bands, correcting: false }))

/** The form's values of a station; `addressOf` returns the address of a picture. */
export function valuesOf(
  station: Station,
  tariffs: readonly Tariff[],
  deviceIds: readonly string[],
  addressOf: (pictureId: string) => string,
): StationValues {
  const { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description, sortNumber } = station
  const { mpptCheck, caseNumber, latitude, longitude, timeZone, address, currency, videoUrl } = station
  return {
    name,
    installedOn,
    capacityKwp,
    energyBaseKwh,
    description,
    sortNumber,
    mpptCheck,
    caseNumber,
    latitude,
    longitude,
    timeZone,
    address,
    currency,
    videoUrl,
    deviceIds,
    coefficientPercent: timesPercent(temperatureCoefficient),
    rates: ratesOf(tariffs),
    factor: null,
    hasCollector: station.collectorSerial !== '',
    collectorSerial: station.collectorSerial,
    collectorDeviceId: station.collectorDeviceId ?? '',
    picture: station.pictureId === null ? '' : addressOf(station.pictureId),
    logo: station.logoId === null ? '' : addressOf(station.logoId),
  }
}

/** Today in a time zone; without a zone, in the viewer's. */
export function todayAt(timeZone: string, now: number): string {
  return dayAt(now, timeZone === '' ? viewerTimeZone() : timeZone)
}

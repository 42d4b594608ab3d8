import type { Station, Tariff } from '@helioport/contract'
import { dayAt, viewerTimeZone } from '@helioport/time'

/** A time of use as it is typed. */
export interface BandValues {
  days: readonly number[]
  from: string
  to: string
  rate: number | null
}

/** A rate as it is typed; `id` of one that the service holds already. */
export interface RateValues {
  key: string
  id: string | null
  from: string
  rate: number | null
  bands: readonly BandValues[]
  /** A person said that past income shall be computed anew. */
  correcting: boolean
}

/** A CO2 factor that is to hold from a day on. */
export interface FactorValues {
  from: string
  kgPerKwh: number | null
  year: number | null
  source: string
}

/** All that a person enters of a station; null: an empty number. */
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
  /** Null: what holds now goes on. */
  factor: FactorValues | null
  deviceIds: readonly string[]
  hasCollector: boolean
  collectorSerial: string
  /** '': none chosen. */
  collectorDeviceId: string
  videoUrl: string
  /** Addresses: '' none, `data:` a new one. */
  picture: string
  logo: string
}

const timesPercent = (value: number) => Number((value * 100).toFixed(6))

/** What an empty form holds: what fits most stations, the rest empty. */
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

/** Oldest first, as a person reads a timeline. */
export const ratesOf = (tariffs: readonly Tariff[]): RateValues[] =>
  tariffs
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ id, from, rate, bands }) => ({ key: id, id, from, rate, bands, correcting: false }))

/** A station as the form shows it; `addressOf` makes the address of a picture's file. */
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

/** The day that it is now in a zone; of a zone that is not known yet: here. */
export function todayAt(timeZone: string, now: number): string {
  return dayAt(now, timeZone === '' ? viewerTimeZone() : timeZone)
}

import { DayBook, iso, type LocalDay } from '@helioport/time/node'
import type { DayStep } from './counter-steps.ts'
import { deviceBinEnergies } from './bin-energy.ts'
import { binCount, binMs, type Curve } from '../../figure/day-grid.ts'
import { spreadSteps } from './device-bins.ts'
import type { DeviceCurve } from './device-curve.ts'
import type { Place } from '../../figure/sun.ts'
import { priceOn, type Rate } from '../../figure/tariff.ts'

export interface EnergyBins {
  /** Per bin, kWh; null where nothing is known: a newest frame stands for the whole of its interval. */
  energyKwh: Curve
  /** Per bin, in the station's currency. */
  income: Curve
}

export interface CountingDevice {
  /** Null: it has no lifetime counter. */
  steps: readonly DayStep[] | null
  curve: DeviceCurve
}

interface DayFacts {
  irradianceWm2: Curve
  tariffs: readonly Rate[]
  /** Of the whole day, as it was booked; null: unknown, or not to be told. */
  income: number | null
  now: number
}

/** What one local day of a station gave bin by bin, from the counters of its devices; the income adds up to the day's. */
export function dayEnergy(
  day: LocalDay,
  devices: readonly CountingDevice[],
  station: Place & { time_zone: string },
  facts: DayFacts,
): EnergyBins {
  const energyKwh = energyBins(day, devices, station, facts)
  const price = priceOn(facts.tariffs, day, station.time_zone)
  const worth = energyKwh.map((kwh, bin) => (kwh ?? 0) * (price(day.from + bin * binMs) ?? 0))
  const ratio = (facts.income ?? 0) / worth.reduce((sum, value) => sum + value, 0)
  // Rates of both signs may leave next to nothing to compare with.
  const factor = ratio > 0.5 && ratio < 2 ? ratio : 1
  const income = worth.map((value, bin) => (energyKwh[bin] === null || facts.income === null ? null : value * factor))
  return { energyKwh, income }
}

function energyBins(
  day: LocalDay,
  devices: readonly CountingDevice[],
  station: Place & { time_zone: string },
  { irradianceWm2, now }: DayFacts,
): Curve {
  const bins = binCount(day)
  const kwh = new Float64Array(bins)
  const known = new Uint8Array(bins)
  const grid = { day, place: station, irradianceWm2, book: new DayBook(station.time_zone) }
  for (const { steps, curve } of devices) {
    const own = steps ? spreadSteps(steps, grid) : null
    const measured = own ? null : deviceBinEnergies(day, null, curve)
    for (let bin = 0; bin < bins; bin += 1) {
      kwh[bin] = (kwh[bin] ?? 0) + (own?.kwh[bin] ?? measured?.[bin] ?? 0)
      const isCounted = own ? (own.coveredMs[bin] ?? 0) > 0 : curve.bridgedW[bin] != null
      if (isCounted || (curve.asleep[bin] && day.from + bin * binMs < now)) known[bin] = 1
    }
  }
  return Array.from(kwh, (value, bin) => (known[bin] ? value : null))
}

const hourMs = 3_600_000

/** Sums of each hour from local midnight on: 23, 24 or 25; null: nothing is known of that hour. */
export function hoursOf(day: LocalDay, { energyKwh, income }: EnergyBins) {
  const perHour = hourMs / binMs
  return Array.from({ length: Math.ceil(energyKwh.length / perHour) }, (_, hour) => {
    const from = day.from + hour * hourMs
    const [first, last] = [hour * perHour, (hour + 1) * perHour]
    return {
      from: iso(from),
      to: iso(Math.min(day.to, from + hourMs)),
      energyKwh: sumOf(energyKwh.slice(first, last)),
      income: sumOf(income.slice(first, last)),
    }
  })
}

function sumOf(values: Curve): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6
}

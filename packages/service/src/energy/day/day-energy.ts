import { iso, type LocalDay } from '@helioport/time/node'
import type { DayStep } from './day-step.ts'
import { deviceBinEnergies } from './bin-energy.ts'
import { quarterWeights, type StoredEnergy } from './day-worth.ts'
import { binCount, binMs, type Curve } from '../../figure/day-grid.ts'
import { spreadSteps } from './device-bins.ts'
import type { DeviceCurve } from './device-curve.ts'
import { settleSteps } from './settle-steps.ts'
import { isAsleep, sleepOf, type DayEnds } from '../../figure/sleep.ts'
import type { StepShares } from './step-shares.ts'
import type { Place } from '../../figure/sun.ts'
import { priceOn, type Rate } from '../../figure/tariff.ts'

export interface EnergyBins {
  /** Per bin, kWh; null if nothing is known. The newest frame holds for the whole of its interval. */
  energyKwh: Curve
  /** Per bin, in the station's currency; nulls: not known, or not to be shown. */
  income: Curve
}

export interface CountingDevice {
  /** Null: it has no lifetime counter. */
  steps: readonly DayStep[] | null
  curve: DeviceCurve
}

/** Prices of a kWh; `isTold`: income may be shown. */
interface Prices {
  tariffs: readonly Rate[]
  timeZone: string
  isTold: boolean
}

/** Energy and income of one local day of a station, bin by bin, from the counters of its devices. */
export function dayEnergy(
  day: LocalDay,
  devices: readonly CountingDevice[],
  shares: StepShares,
  now: number,
  prices: Prices,
): EnergyBins {
  const bins = binCount(day)
  const kwh = new Float64Array(bins)
  const known = new Uint8Array(bins)
  const grid = { day, place: shares.place, shares }
  for (const { steps, curve } of devices) {
    const own = steps ? spreadSteps(settleSteps(day, steps, curve).steps, grid) : null
    const measured = own ? null : deviceBinEnergies(day, null, curve)
    for (let bin = 0; bin < bins; bin += 1) {
      kwh[bin] = (kwh[bin] ?? 0) + (own?.kwh[bin] ?? measured?.[bin] ?? 0)
      const isCounted = own ? (own.coveredMs[bin] ?? 0) > 0 : curve.bridgedW[bin] != null
      if (isCounted || (curve.asleep[bin] && day.from + bin * binMs < now)) known[bin] = 1
    }
  }
  const energyKwh = Array.from(kwh, (value, bin) => (known[bin] ? value : null))
  return { energyKwh, income: incomeOfBins(day, energyKwh, binMs, prices) }
}

function incomeOfBins(day: LocalDay, energyKwh: Curve, lengthMs: number, { tariffs, timeZone, isTold }: Prices): Curve {
  const price = priceOn(tariffs, day, timeZone)
  return energyKwh.map((kwh, bin) => {
    const own = isTold ? price(day.from + bin * lengthMs) : null
    return kwh === null || own === null ? null : kwh * own
  })
}

/** A device's day as it is stored. */
export interface StoredDevice extends StoredEnergy, DayEnds {}

export const quarterMs = 15 * 60_000

/**
 * The same in quarter-hours, from the stored days of the devices. The day's income uses this allocation, so that energy
 * and income add up to the day's.
 */
export function quarterEnergy(
  day: LocalDay,
  devices: readonly { ratedW: number; stored: StoredDevice }[],
  place: Place,
  now: number,
  prices: Prices,
): EnergyBins {
  const quarters = Math.ceil((day.to - day.from) / quarterMs)
  const kwh = new Float64Array(quarters)
  const known = new Uint8Array(quarters)
  for (const { ratedW, stored } of devices) {
    const weights = quarterWeights(stored)
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    const said = stored.quarter_kwh.length > 0 ? stored.quarter_kwh : stored.quarter_w
    const sleep = sleepOf(stored, ratedW, day, place)
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      const from = day.from + quarter * quarterMs
      if (whole > 0) kwh[quarter] = (kwh[quarter] ?? 0) + ((stored.energy_kwh ?? 0) * (weights[quarter] ?? 0)) / whole
      const isAway = isAsleep(sleep, from) && isAsleep(sleep, from + quarterMs - 1) && from < now
      if (said[quarter] != null || (weights[quarter] ?? 0) > 0 || isAway) known[quarter] = 1
    }
  }
  const energyKwh = Array.from(kwh, (value, quarter) => (known[quarter] ? value : null))
  return { energyKwh, income: incomeOfBins(day, energyKwh, quarterMs, prices) }
}

const hourMs = 3_600_000
const perHour = hourMs / quarterMs

/** Sums of each hour from local midnight on: 23, 24 or 25; null: nothing is known of that hour. */
export function hoursOf(day: LocalDay, { energyKwh, income }: EnergyBins) {
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

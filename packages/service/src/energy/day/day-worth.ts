import type { LocalDay } from '@helioport/time/node'
import { co2FactorAt, type DatedCo2Factor } from '../../figure/co2.ts'
import { sumKnown } from '../../figure/sum-known.ts'
import { bridged, incomeOf, type Rate } from '../../figure/tariff.ts'

/** Stored energy of a device's day. */
export interface StoredEnergy {
  energy_kwh: number | null
  quarter_w: readonly (number | null)[]
  quarter_kwh: readonly (number | null)[]
}

interface DeviceEnergy extends StoredEnergy {
  device_no: number
}

export interface WorthTerms {
  tariffs: readonly Rate[]
  factors: readonly DatedCo2Factor[]
  timeZone: string
}

/**
 * Weights (any unit) that distribute a device's energy of a day over its quarter-hours, by the counter. Days without
 * stored quarter-hours are distributed by power, over a gap along a line between its ends.
 */
export function quarterWeights(day: StoredEnergy): number[] {
  return day.quarter_kwh.length > 0 ? day.quarter_kwh.map((kwh) => kwh ?? 0) : bridged(day.quarter_w)
}

/**
 * Energy (kWh) of a station's day, and its income and CO2 (kg) by the tariff and the factor of that day. This is the
 * only place that computes them, for page, list, sums, exports and mails. They are summed in the order of the devices,
 * so that the result is the same everywhere. Nulls: not known.
 */
export function worthOf(days: readonly DeviceEnergy[], day: LocalDay, { tariffs, factors, timeZone }: WorthTerms) {
  const own = days.toSorted((a, b) => a.device_no - b.device_no)
  const energyKwh = sumKnown(own.map((device) => device.energy_kwh))
  return {
    energyKwh,
    income: sumKnown(own.map((device) => incomeOf(tariffs, day, timeZone, device.energy_kwh, quarterWeights(device)))),
    co2Kg: energyKwh === null ? null : energyKwh * co2FactorAt(factors, day.date, timeZone),
  }
}

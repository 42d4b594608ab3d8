import type { LocalDay } from '@helioport/time/node'
import { type BinSum, binSums, type EnergySum } from '../../database/sum-columns.ts'
import { binMs, peakOf } from '../../figure/day-grid.ts'
import type { DeviceBins } from './device-bins.ts'
import type { Outages } from './outage.ts'
import type { SensorCurves } from './sensor-curves.ts'

/** Sums of one day of a device or a station; see sum-columns.ts. Instants in epoch ms. */
export type DaySums = { [K in EnergySum | BinSum]: number } & {
  dc_kwh: number | null
  peak_power_w: number | null
  peak_at: number | null
  pr_peak_wm2: number | null
}

const binHours = binMs / 3_600_000

export function noSums(): DaySums {
  return {
    dc_kwh: null,
    pr_kwh: 0,
    pr_reference_kwh: 0,
    pr25_kwh: 0,
    pr25_reference_kwh: 0,
    pr25_heat_kwh: 0,
    ra_kwh: 0,
    ra_reference_kwh: 0,
    producing_hours: 0,
    peak_power_w: null,
    peak_at: null,
    pr_peak_wm2: null,
    expected_bins: 0,
    known_bins: 0,
    sun_bins: 0,
    pr_bins: 0,
    pr25_bins: 0,
    ra_bins: 0,
    able_bins: 0,
    able_sensor_bins: 0,
    producing_bins: 0,
  }
}

/** `light`: daylight of the day up to now; null: there was none yet. */
export function deviceSums(
  device: DeviceBins,
  outages: Outages,
  sensors: SensorCurves,
  day: LocalDay,
  light: { from: number; to: number } | null,
): DaySums {
  const sums = noSums()
  const { capacityKwp } = device.device
  const hasDc = device.dcKwh.some((value) => value !== null && value > 0)
  for (let bin = 0; bin < device.powerW.length; bin += 1) {
    const from = day.from + bin * binMs
    const isLight = light !== null && from >= light.from && from + binMs <= light.to
    const energy = device.energyKwh[bin] ?? null
    const dc = device.dcKwh[bin] ?? null
    const sun = sensors.irradianceWm2[bin] ?? null
    if (isLight && bin >= device.since && bin < device.until) {
      sums.expected_bins += 1
      if (device.told[bin] || device.asleep[bin]) sums.known_bins += 1
      if (sun !== null) sums.sun_bins += 1
    }
    if ((device.bridgedKwh[bin] ?? 0) > 0) sums.producing_hours += binHours
    if (dc !== null) sums.dc_kwh = (sums.dc_kwh ?? 0) + dc
    countOutage(sums, outages, bin)
    if (sun === null) continue
    const reference = capacityKwp * (Math.max(0, sun) / 1000) * binHours
    const array = hasDc ? dc : energy
    if (array !== null) {
      sums.ra_kwh += array
      sums.ra_reference_kwh += reference
      if (isLight) sums.ra_bins += 1
    }
    if (energy === null) continue
    sums.pr_kwh += energy
    sums.pr_reference_kwh += reference
    sums.pr_peak_wm2 = Math.max(sums.pr_peak_wm2 ?? 0, sun)
    if (isLight) sums.pr_bins += 1
    const cell = sensors.cellC[bin] ?? null
    if (cell === null) continue
    sums.pr25_kwh += energy
    sums.pr25_reference_kwh += reference
    sums.pr25_heat_kwh += reference * (cell - 25)
    if (isLight) sums.pr25_bins += 1
  }
  setPeak(sums, day, device.powerW)
  return sums
}

function countOutage(sums: DaySums, outages: Outages, bin: number): void {
  const judged = outages.bins[bin]
  if (!judged?.able) return
  sums.able_bins += 1
  if (judged.bySensor) sums.able_sensor_bins += 1
  if (!judged.out) sums.producing_bins += 1
}

export function setPeak(sums: DaySums, day: LocalDay, powerW: readonly (number | null)[]): void {
  const peak = peakOf(day, [...powerW])
  if (!peak || peak.value <= 0) return
  sums.peak_power_w = peak.value
  sums.peak_at = Date.parse(peak.at)
}

/**
 * Sums of a station from those of its devices. Bins are weighted by capacity, so that shares of bins are shares of
 * capacity; their number stays that of all devices. Peak and ratios are not sums: see setPeak, stationRatio.
 */
export function stationSums(devices: readonly { sums: DaySums; kwp: number }[]): DaySums {
  const total = noSums()
  const mean = devices.reduce((sum, { kwp }) => sum + kwp, 0) / devices.length
  for (const { sums, kwp } of devices) {
    if (sums.dc_kwh !== null) total.dc_kwh = (total.dc_kwh ?? 0) + sums.dc_kwh
    total.producing_hours = Math.max(total.producing_hours, sums.producing_hours)
    for (const key of binSums) total[key] += sums[key] * (kwp / mean)
  }
  for (const key of binSums) total[key] = Math.round(total[key])
  return total
}

import { lateAfterIntervals } from '@helioport/contract'
import type { LocalDay } from '@helioport/time/node'
import { binMs, binOf, type Curve } from '../../figure/day-grid.ts'
import type { DeviceBins } from './device-bins.ts'
import type { SensorCurves } from './sensor-curves.ts'

const binHours = binMs / 3_600_000

/**
 * Whether a device's data for a bin should have arrived: it is expected for this bin, and cannot still be on its way.
 */
export function isDue({ device, since, until }: DeviceBins, bin: number, day: LocalDay, now: number): boolean {
  if (bin < since || bin >= until) return false
  return day.from + (bin + 1) * binMs + lateAfterIntervals * device.intervals.lastMs <= now
}

/**
 * Sums of the station's ratios, E / (P0 H), over the bins in which irradiance and the energy of at least one device are
 * known. P0 is all capacity in operation: a silent device is not known to have produced anything, and its capacity
 * counts. Energy that a counter shows over a gap is known if the sun of the whole gap is known; otherwise its part in
 * each bin is unknown, and the device enters neither sum.
 */
export function stationRatio(devices: readonly DeviceBins[], sensors: SensorCurves, day: LocalDay, now: number) {
  const sums = {
    pr_kwh: 0,
    pr_reference_kwh: 0,
    pr25_kwh: 0,
    pr25_reference_kwh: 0,
    pr25_heat_kwh: 0,
    ra_kwh: 0,
    ra_reference_kwh: 0,
    pr_peak_wm2: null as number | null,
  }
  const blind = new Map(devices.map((device) => [device, blindBins(device, sensors.irradianceWm2, day)]))
  sensors.irradianceWm2.forEach((sun, bin) => {
    if (sun === null) return
    const told = devices.filter((device) => !blind.get(device)?.has(bin))
    const known = told.filter((device) => device.bridgedKwh[bin] != null)
    if (known.length === 0) return
    const there = told.filter((device) => device.bridgedKwh[bin] != null || isDue(device, bin, day, now))
    const kwp = there.reduce((sum, { device }) => sum + device.capacityKwp, 0)
    const reference = kwp * (Math.max(0, sun) / 1000) * binHours
    const energy = known.reduce((sum, { bridgedKwh }) => sum + (bridgedKwh[bin] ?? 0), 0)
    sums.pr_kwh += energy
    sums.pr_reference_kwh += reference
    sums.pr_peak_wm2 = Math.max(sums.pr_peak_wm2 ?? 0, sun)
    sums.ra_kwh += known.reduce((sum, { dcKwh, bridgedKwh }) => sum + (dcKwh[bin] ?? bridgedKwh[bin] ?? 0), 0)
    sums.ra_reference_kwh += reference
    const cell = sensors.cellC[bin] ?? null
    if (cell === null) return
    sums.pr25_kwh += energy
    sums.pr25_reference_kwh += reference
    sums.pr25_heat_kwh += reference * (cell - 25)
  })
  return sums
}

/** Bins of gaps that the counter bridges and whose sun is not known completely. */
function blindBins({ device, energyKwh }: DeviceBins, irradianceWm2: Curve, day: LocalDay): Set<number> {
  const blind = new Set<number>()
  for (const { isLong, kind, from, to } of device.counting ? device.steps : []) {
    if (!isLong || kind !== 'ok') continue
    const first = Math.max(0, binOf(day, from))
    const bins = Array.from(irradianceWm2.slice(first, binOf(day, to - 1) + 1), (_, index) => first + index)
    if (bins.every((bin) => irradianceWm2[bin] != null)) continue
    for (const bin of bins) if (energyKwh[bin] == null) blind.add(bin)
  }
  return blind
}

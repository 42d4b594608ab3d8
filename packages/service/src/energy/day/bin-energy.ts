import type { LocalDay } from '@helioport/time/node'
import type { DayStep } from './day-step.ts'
import { binCount, binMs, binOf, type Curve } from '../../figure/day-grid.ts'
import type { DeviceCurve } from './device-curve.ts'

/**
 * Energy of one device per bin, kWh: short steps of the counter, distributed by time. Zero while the device sleeps;
 * null if the counter does not cover the bin. Without a counter (`steps` null): mean power times the length of the bin,
 * with single missing frames bridged, as a counter would.
 */
export function deviceBinEnergies(day: LocalDay, steps: readonly DayStep[] | null, curve: DeviceCurve): Curve {
  if (steps === null) {
    return curve.bridgedW.map((power, bin) => (power === null ? (curve.asleep[bin] ? 0 : null) : kwhOf(power)))
  }
  const bins = binCount(day)
  const kwh = new Float64Array(bins)
  const coveredMs = new Float64Array(bins)
  for (const step of steps) {
    const length = step.to - step.from
    if (step.kwh === null || length <= 0 || step.isLong) continue
    const last = Math.min(bins - 1, binOf(day, step.to - 1))
    for (let bin = Math.max(0, binOf(day, step.from)); bin <= last; bin += 1) {
      const from = day.from + bin * binMs
      const overlap = Math.min(step.to, from + binMs) - Math.max(step.from, from)
      kwh[bin] = (kwh[bin] ?? 0) + (step.kwh * overlap) / length
      coveredMs[bin] = (coveredMs[bin] ?? 0) + overlap
    }
  }
  return Array.from(kwh, (value, bin) => {
    if ((coveredMs[bin] ?? 0) >= 0.99 * binMs) return value
    return curve.asleep[bin] ? value : null
  })
}

/** Energy of a bin at this mean power (W), kWh; own consumption counts as zero. */
export const kwhOf = (powerW: number) => (Math.max(0, powerW) * binMs) / 3_600_000_000

/** Energy of a curve of mean power (W), kWh; gaps count as zero. */
export function energyOfCurve(powerW: Curve): number {
  return powerW.reduce<number>((sum, power) => sum + (power === null ? 0 : kwhOf(power)), 0)
}

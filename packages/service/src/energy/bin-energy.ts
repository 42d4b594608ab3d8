import { offlineAfterIntervals, uploadIntervalMs } from '@helioport/contract'
import type { LocalDay } from '@helioport/time/node'
import type { DayStep } from './counter-steps.ts'
import { binCount, binMs, binOf, type Curve } from '../figure/day-grid.ts'
import type { DeviceCurve } from './device-curve.ts'

/** Longer steps say how much, not when: their bins stay unknown. */
export const longestStepMs = offlineAfterIntervals * uploadIntervalMs

/**
 * Energy of one device per bin, kWh: accepted counter steps, shared out by time; zero where it sleeps; null where
 * the counter does not cover the bin. Without a counter (`steps` null): mean power times the bin.
 */
export function deviceBinEnergies(day: LocalDay, steps: readonly DayStep[] | null, curve: DeviceCurve): Curve {
  if (steps === null) {
    return curve.powerW.map((power, bin) =>
      power === null ? (curve.asleep[bin] ? 0 : null) : (Math.max(0, power) * binMs) / 3_600_000_000,
    )
  }
  const bins = binCount(day)
  const kwh = new Float64Array(bins)
  const coveredMs = new Float64Array(bins)
  for (const step of steps) {
    const length = step.to - step.from
    if (step.kind !== 'ok' || length <= 0 || length > longestStepMs) continue
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

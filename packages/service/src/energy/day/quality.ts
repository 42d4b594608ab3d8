import { lateAfterIntervals, type QualityKind } from '@helioport/contract'
import { iso, type LocalDay } from '@helioport/time/node'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import type { DayStep } from './day-step.ts'
import { longestStepMs, type StreamIntervals } from '../../figure/interval.ts'
import { binCount, binMs, binOf, type Curve } from '../../figure/day-grid.ts'

export interface QualitySpan {
  kind: QualityKind
  from: string
  to: string
}

/** A sample that arrived later than this after its measurement, and later than three intervals, was not seen live. */
const backfilledAfterMs = 15 * 60_000

/** Values that do not change for this long while power flows are stale: real power and a real counter change. */
const staleAfterMs = 30 * 60_000
const staleShare = 0.05

interface DeviceFacts {
  ratedW: number
  /** Epoch ms at which the device's logger was added: earlier measurements could not arrive in time. */
  loggerSince: number
  samples: readonly DaySample[]
  intervals: StreamIntervals
  steps: readonly DayStep[]
}

/**
 * Periods of the day that are not plain live data, merged over the devices, by kind. `coverage`: share of the capacity
 * with known data in each bin. `keptOut`: periods with values that count in no figure.
 */
export function qualityOf(
  day: LocalDay,
  coverage: Curve,
  devices: readonly DeviceFacts[],
  light: { from: number; to: number } | null,
  now: number,
  keptOut: readonly { from: number; to: number }[] = [],
): QualitySpan[] {
  const marks = {
    gap: new Uint8Array(binCount(day)),
    backfilled: new Uint8Array(binCount(day)),
    stale: new Uint8Array(binCount(day)),
    reset: new Uint8Array(binCount(day)),
    outlier: new Uint8Array(binCount(day)),
    implausible: new Uint8Array(binCount(day)),
  } satisfies Record<QualityKind, Uint8Array>
  const mark = (kind: QualityKind, from: number, to: number) => {
    const last = Math.min(binCount(day) - 1, binOf(day, Math.max(from, to - 1)))
    for (let bin = Math.max(0, binOf(day, from)); bin <= last; bin += 1) marks[kind][bin] = 1
  }
  const slowestMs = devices.reduce((most, { intervals }) => Math.max(most, intervals.lastMs), binMs)
  markGaps(day, coverage, light, now - lateAfterIntervals * slowestMs, mark)
  for (const { samples, steps, intervals, ratedW, loggerSince } of devices) {
    for (const { at, delay_s } of samples) {
      const intervalMs = intervals.at(at)
      const isLate = delay_s * 1000 > Math.max(backfilledAfterMs, longestStepMs(intervalMs))
      if (isLate && at >= loggerSince) mark('backfilled', at, at + Math.max(1, intervalMs - binMs))
    }
    for (const { kind, from, to } of steps) if (kind !== 'ok') mark(kind, from, to)
    markStale(samples, ratedW, intervals, mark)
  }
  for (const { from, to } of keptOut) mark('implausible', from, to)
  return (Object.keys(marks) as QualityKind[]).flatMap((kind) => spansOf(kind, day, marks[kind]))
}

type Mark = (kind: QualityKind, from: number, to: number) => void

/** Data that is missing after `ripe` (epoch ms) may still arrive: it is no gap yet. */
function markGaps(
  day: LocalDay,
  coverage: Curve,
  light: { from: number; to: number } | null,
  ripe: number,
  mark: Mark,
) {
  if (!light) return
  const until = Math.min(light.to, ripe)
  coverage.forEach((share, bin) => {
    const from = day.from + bin * binMs
    if ((share ?? 0) < 1 && from >= light.from && from + binMs <= until) mark('gap', from, from + binMs)
  })
}

function markStale(samples: readonly DaySample[], ratedW: number, intervals: StreamIntervals, mark: Mark): void {
  let first: DaySample | undefined
  let last: DaySample | undefined
  const close = () => {
    if (!first || !last) return
    const intervalMs = intervals.at(last.at)
    const stoodMs = last.at - first.at
    if (stoodMs >= Math.max(staleAfterMs, longestStepMs(intervalMs))) mark('stale', first.at, last.at + intervalMs)
  }
  for (const sample of samples) {
    const stands =
      first !== undefined &&
      sample.power_w !== null &&
      sample.power_w > staleShare * ratedW &&
      sample.power_w === first.power_w &&
      sample.energy_total_kwh === first.energy_total_kwh
    if (!stands) {
      close()
      first = sample
    }
    last = sample
  }
  close()
}

function spansOf(kind: QualityKind, day: LocalDay, marks: Uint8Array): QualitySpan[] {
  const spans: QualitySpan[] = []
  let start = -1
  for (let bin = 0; bin <= marks.length; bin += 1) {
    if (marks[bin] && start < 0) start = bin
    else if (!marks[bin] && start >= 0) {
      spans.push({ kind, from: iso(day.from + start * binMs), to: iso(day.from + bin * binMs) })
      start = -1
    }
  }
  return spans
}

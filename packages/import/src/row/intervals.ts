import { FileProblem } from '../problem.ts'

const [secondMs, minuteMs] = [1000, 60_000]
/** The longest interval of a row. */
export const maxIntervalMs = 60 * minuteMs
/** This many equal steps form their own interval in a file whose interval changes. */
const ownStretch = 6
/** A step up to this factor of the interval is clock drift; a longer step is a gap. */
const gapFactor = 1.5

/** Interval of each row of a stream, ms, and whether rows are missing after it (before it, for stamp `end`). */
export interface Holds {
  ms: Float64Array
  gap: Uint8Array
}

/** The most frequent step, ms; the median if no step is frequent; null: fewer than two rows. */
export function usualStep(times: ArrayLike<number>): number | null {
  const steps: number[] = []
  for (let i = 1; i < times.length; i++) {
    steps.push(Math.max(secondMs, Math.round(((times[i] ?? 0) - (times[i - 1] ?? 0)) / secondMs) * secondMs))
  }
  if (steps.length === 0) return null
  const counts = new Map<number, number>()
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1)
  let [usual, most] = [0, 0]
  for (const [step, count] of counts) if (count > most) [usual, most] = [step, count]
  if (most >= steps.length * 0.3) return usual
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? null
}

/**
 * The interval of the rows, ms: of the plan, else as the rows show.
 * @param lost text for the error message about rows that were left out
 * @throws FileProblem where plan and rows differ, where rows are more than an hour apart, or for one row without a plan
 */
export function intervalOf(times: ArrayLike<number>, plannedMinutes: number | undefined, lost = ''): number {
  const shown = usualStep(times)
  const planned = plannedMinutes === undefined ? null : plannedMinutes * minuteMs
  if (shown !== null && shown > maxIntervalMs && planned === null) {
    throw new FileProblem('interval', `rows are ${inWords(shown)} apart; an hour is the most`)
  }
  const enough = times.length > ownStretch
  if (planned !== null && shown !== null && enough && Math.abs(shown / planned - 1) > 0.1) {
    throw new FileProblem(
      'interval',
      `the map says ${inWords(planned)} between rows, the rows are ${inWords(shown)} apart`,
    )
  }
  if (planned === null && shown === null) {
    throw new FileProblem(
      'interval',
      `one row alone does not show its interval: give intervalMinutes in the map${lost}`,
    )
  }
  return planned ?? shown ?? 0
}

const inWords = (ms: number) => (ms % minuteMs === 0 ? `${ms / minuteMs} min` : `${ms / 1000} s`)

/** Interval of each row: until the next row (since the previous one, for `end`), or one usual interval at a gap. */
export function holdsOf(times: ArrayLike<number>, intervalMs: number, stamp: 'start' | 'end'): Holds {
  const count = times.length
  const holds = { ms: new Float64Array(count), gap: new Uint8Array(count) }
  const base = count > ownStretch ? Math.min(usualStep(times) ?? intervalMs, maxIntervalMs) : intervalMs
  const stepAt = (i: number) => (times[i + 1] ?? Number.NaN) - (times[i] ?? Number.NaN)
  const own = ownIntervals(count, stepAt, base)
  for (let i = 0; i < count; i++) {
    // Index of the step after the row; before it for `end`.
    const k = stamp === 'start' ? i : i - 1
    const step = k >= 0 && k < count - 1 ? stepAt(k) : Number.NaN
    const interval = own[Math.min(Math.max(k, 0), Math.max(count - 2, 0))] ?? base
    const missing = Number.isNaN(step) || step > interval * gapFactor
    holds.ms[i] = missing ? interval : step
    holds.gap[i] = missing ? 1 : 0
  }
  return holds
}

/** The interval at each step: the usual one, or that of a stretch of equal steps. */
function ownIntervals(count: number, stepAt: (i: number) => number, base: number): Float64Array {
  const own = new Float64Array(Math.max(count - 1, 0)).fill(base)
  const near = (a: number, b: number) => Math.abs(a / b - 1) <= 0.1
  for (let from = 0; from < count - 1;) {
    let to = from + 1
    while (to < count - 1 && near(stepAt(to), stepAt(from))) to += 1
    const long = to - from >= ownStretch && stepAt(from) <= maxIntervalMs
    if (long) own.fill(stepAt(from), from, to)
    // A gap right after a stretch is judged by the interval of that stretch.
    else if (from > 0 && stepAt(from) > base * gapFactor) own.fill(own[from - 1] ?? base, from, to)
    from = to
  }
  return own
}

import { FileProblem } from '../problem.ts'

const [secondMs, minuteMs] = [1000, 60_000]
/** The longest interval that a row may stand for. */
export const maxIntervalMs = 60 * minuteMs
/** As many equal steps are an interval of their own in a file whose interval changes. */
const ownStretch = 6
/** Up to here a longer step is a clock that wanders; beyond it something is missing. */
const gapFactor = 1.5

/** How long each row of a stream stands for, and whether something is missing behind it (before it, at `end`). */
export interface Holds {
  ms: Float64Array
  gap: Uint8Array
}

/** The most frequent step, ms; where none is frequent the median; null: fewer than two rows. */
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
 * The interval of the rows, ms: what the plan says, or what the rows show.
 * @param lost what is to be said of rows that are not among them
 * @throws FileProblem where both are there and differ, or rows are more than an hour apart
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

/** What each row of a stream stands for: until the next (since the former, at `end`), or one interval before a gap. */
export function holdsOf(times: ArrayLike<number>, intervalMs: number, stamp: 'start' | 'end'): Holds {
  const count = times.length
  const holds = { ms: new Float64Array(count), gap: new Uint8Array(count) }
  const base = count > ownStretch ? Math.min(usualStep(times) ?? intervalMs, maxIntervalMs) : intervalMs
  const stepAt = (i: number) => (times[i + 1] ?? Number.NaN) - (times[i] ?? Number.NaN)
  const own = ownIntervals(count, stepAt, base)
  for (let i = 0; i < count; i++) {
    // Step behind the row, or before it.
    const k = stamp === 'start' ? i : i - 1
    const step = k >= 0 && k < count - 1 ? stepAt(k) : Number.NaN
    const interval = own[Math.min(Math.max(k, 0), Math.max(count - 2, 0))] ?? base
    const missing = Number.isNaN(step) || step > interval * gapFactor
    holds.ms[i] = missing ? interval : step
    holds.gap[i] = missing ? 1 : 0
  }
  return holds
}

/** The interval around each step: the usual one, or that of a stretch of equal steps. */
function ownIntervals(count: number, stepAt: (i: number) => number, base: number): Float64Array {
  const own = new Float64Array(Math.max(count - 1, 0)).fill(base)
  const near = (a: number, b: number) => Math.abs(a / b - 1) <= 0.1
  for (let from = 0; from < count - 1;) {
    let to = from + 1
    while (to < count - 1 && near(stepAt(to), stepAt(from))) to += 1
    const long = to - from >= ownStretch && stepAt(from) <= maxIntervalMs
    if (long) own.fill(stepAt(from), from, to)
    // A gap right behind a stretch is measured by that stretch.
    else if (from > 0 && stepAt(from) > base * gapFactor) own.fill(own[from - 1] ?? base, from, to)
    from = to
  }
  return own
}

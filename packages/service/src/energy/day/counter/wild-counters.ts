import { isRiseOf } from './counter-steps.ts'
import type { DayStep } from '../day-step.ts'

/** Counter values of a device that count in no figure. */
export interface WildCounters {
  /** Runs of points after which the counter came back to its former course: these values cannot be true. Epoch ms. */
  runs: number[][]
  /** Instants of jumps after which the counter stayed at the new value. */
  jumps: number[]
}

/**
 * Steps are examined in the order of time: if a step is refused and a later one leads back to the value before it, all
 * values in between are wrong; otherwise the new value is doubtful.
 */
export function wildCounters(
  steps: readonly DayStep[],
  counterAt: ReadonlyMap<number, number | null>,
  ratedW: number,
): WildCounters {
  const found: WildCounters = { runs: [], jumps: [] }
  const ordered = steps.filter(({ from, to }) => from < to).toSorted((a, b) => a.to - b.to)
  const isBack = (from: number, to: number) => {
    const [before, after] = [counterAt.get(from), counterAt.get(to)]
    return before != null && after != null && isRiseOf([from, before], [to, after], ratedW)
  }
  for (let nth = 0; nth < ordered.length; nth += 1) {
    const step = ordered[nth]
    if (!step || step.kind === 'ok') continue
    const back = ordered.findIndex(({ kind, to }, later) => later > nth && kind !== 'ok' && isBack(step.from, to))
    if (back > nth) {
      found.runs.push(ordered.slice(nth, back).map(({ to }) => to))
      nth = back
    } else if (step.kind === 'outlier' && counterAt.get(step.from) !== counterAt.get(step.to)) found.jumps.push(step.to)
  }
  for (const { kind, from, to } of steps) if (kind === 'outlier' && from === to) found.runs.push([to])
  return found
}

import { solve } from './linear.ts'
import { clamp } from './statistics.ts'

export interface LeastSquaresTask {
  start: readonly number[]
  low: readonly number[]
  high: readonly number[]
  /** Weighted residuals at parameters, including priors. The array may be reused between calls. */
  residuals: (parameters: readonly number[]) => Float64Array
  /** Columns of derivatives of the residuals; default: finite differences. */
  jacobian?: (parameters: readonly number[]) => Float64Array[]
  rounds?: number
  /** Stops after a step that gains less than this; default: 1e-7 of 1 + the sum of squares. */
  enough?: number
}

const squares = (values: Float64Array): number => {
  let sum = 0
  for (const value of values) sum += value * value
  return sum
}

/** Levenberg-Marquardt within bounds: the parameters of the least sum of squares, and the sum. */
export function leastSquares(task: LeastSquaresTask): { parameters: number[]; cost: number } {
  const { low, high, residuals, rounds = 12 } = task
  let at = task.start.map((value, i) => clamp(value, low[i] ?? value, high[i] ?? value))
  let own = Float64Array.from(residuals(at))
  let cost = squares(own)
  let damping = 1e-3
  for (let round = 0; round < rounds; round++) {
    const columns = task.jacobian?.(at) ?? byDifferences(task, at, own)
    const step = tryStep(columns, own, at, damping, task)
    if (!step) break
    if (step.cost < cost) {
      const gain = cost - step.cost
      ;({ at, own, cost } = step)
      damping = Math.max(damping / 8, 1e-9)
      if (gain < (task.enough ?? 1e-7 * (1 + cost))) break
    } else {
      damping *= 16
      if (damping > 1e6) break
    }
  }
  return { parameters: at, cost }
}

function tryStep(
  columns: Float64Array[],
  own: Float64Array,
  at: readonly number[],
  damping: number,
  { low, high, residuals }: LeastSquaresTask,
) {
  const n = at.length
  const m = Array.from({ length: n }, () => Array.from({ length: n }, () => 0))
  const b = Array.from({ length: n }, () => 0)
  for (let i = 0; i < n; i++) {
    const ci = columns[i] ?? own
    for (let j = 0; j <= i; j++) {
      const cj = columns[j] ?? own
      let sum = 0
      for (let k = 0; k < own.length; k++) sum += (ci[k] ?? 0) * (cj[k] ?? 0)
      const [row, other] = [m[i] ?? [], m[j] ?? []]
      row[j] = sum
      other[i] = sum
    }
    let slope = 0
    for (let k = 0; k < own.length; k++) slope += (ci[k] ?? 0) * (own[k] ?? 0)
    b[i] = -slope
    const row = m[i] ?? []
    row[i] = (row[i] ?? 0) * (1 + damping) + 1e-12
  }
  const step = solve(m, b)
  if (!step) return null
  const next = at.map((value, i) => clamp(value + (step[i] ?? 0), low[i] ?? -Infinity, high[i] ?? Infinity))
  const values = Float64Array.from(residuals(next))
  return { at: next, own: values, cost: squares(values) }
}

function byDifferences({ low, high, residuals }: LeastSquaresTask, at: readonly number[], own: Float64Array) {
  return at.map((value, i) => {
    const span = (high[i] ?? value + 1) - (low[i] ?? value - 1)
    let step = 1e-4 * Math.min(span, Math.max(Math.abs(value), 0.05 * span))
    if (value + step > (high[i] ?? Infinity)) step = -step
    const moved = residuals(at.with(i, value + step))
    const column = new Float64Array(own.length)
    for (let k = 0; k < own.length; k++) column[k] = ((moved[k] ?? 0) - (own[k] ?? 0)) / step
    return column
  })
}

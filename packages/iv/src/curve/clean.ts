import type { Curve } from './curve.ts'
import { median } from './statistics.ts'
import { bothWays, leastPoints, type Row, turnedUp } from './sweeps.ts'

/** Problems of points, which were corrected or left out. After one of the first five nothing can be judged. */
export const curveProblems = [
  'lengthsDiffer',
  'notANumber',
  'tooFewPoints',
  'noCurrent',
  'peakNotReached',
  'signTurned',
  'repeatedVoltage',
  'outlier',
  'endsBeforeVoc',
  'startsAfterIsc',
] as const
export type CurveProblem = (typeof curveProblems)[number]

export interface CleanCurve extends Curve {
  /** Standard deviation of one current, A, estimated from the curve. */
  noiseA: number
  /** For each kept point, its index in the measured lists. */
  samples: readonly number[]
  problems: readonly CurveProblem[]
}

/**
 * Sorts the points by voltage, merges equal voltages, removes outliers and the tail beyond Voc. `curve` null: the
 * points cannot be used (`problems` say why).
 */
export function cleanCurve(measured: Curve): { curve: CleanCurve | null; problems: CurveProblem[] } {
  const problems = new Set<CurveProblem>()
  const none = (problem: CurveProblem) => ({ curve: null, problems: [...problems, problem] })
  if (measured.voltageV.length !== measured.currentA.length) return none('lengthsDiffer')
  const finite = measured.voltageV
    .map((v, sample): Row => ({ v, i: measured.currentA[sample] ?? Number.NaN, sample }))
    .filter(({ v, i }) => Number.isFinite(v) && Number.isFinite(i))
  if (finite.length < measured.voltageV.length) problems.add('notANumber')
  if (finite.length < leastPoints) return none('tooFewPoints')
  const turned = turnedUp(finite)
  if (turned !== finite) problems.add('signTurned')
  const swept = bothWays(turned)
  const once = eachVoltageOnce(swept.toSorted((a, b) => a.v - b.v))
  if (once.length < swept.length) problems.add('repeatedVoltage')
  const greatest = upperCurrent(once)
  if (!(greatest > 0)) return none('noCurrent')
  const kept = withoutTail(once, greatest)
  if (kept.length < leastPoints) return none('tooFewPoints')
  const tame = withoutOutliers(kept, greatest)
  if (tame.length < kept.length) problems.add('outlier')
  const noiseA = Math.max(noiseOf(tame), resolutionOf(tame, greatest) / Math.sqrt(12))
  const [first, last] = [tame[0], tame.at(-1)]
  if (!first || !last) return none('tooFewPoints')
  if (last.i > 0.03 * greatest + 2 * noiseA) problems.add('endsBeforeVoc')
  if (first.v > 0.15 * last.v) problems.add('startsAfterIsc')
  const curve = {
    voltageV: tame.map(({ v }) => v),
    currentA: tame.map(({ i }) => i),
    samples: tame.map(({ sample }) => sample),
    noiseA,
    problems: [...problems],
  }
  return { curve, problems: [...problems] }
}

function eachVoltageOnce(rows: readonly Row[]): Row[] {
  const near = 1e-5 * Math.max(rows.at(-1)?.v ?? 0, 0)
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && row.v - (group[0]?.v ?? 0) <= near) group.push(row)
    else groups.push([row])
  }
  return groups.map((group) => ({
    v: group[0]?.v ?? 0,
    i: mean(group.map(({ i }) => i)),
    sample: group[0]?.sample ?? 0,
  }))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Rough Isc: median of the larger currents. */
function upperCurrent(rows: readonly Row[]): number {
  const falling = rows.map(({ i }) => i).toSorted((a, b) => b - a)
  return median(falling.slice(0, Math.max(3, falling.length >> 3)))
}

/** Keeps at most one point beyond Voc: further points only show the offset of the instrument. */
function withoutTail(rows: readonly Row[], greatest: number): Row[] {
  const last = rows.findLastIndex(({ i }) => i > 0.02 * greatest)
  const end = rows.findIndex(({ i }, at) => at > last && i <= 0)
  return rows
    .slice(0, end < 0 ? Math.min(last + 2, rows.length) : Math.min(end, last + 2) + 1)
    .filter(({ v, i }, at) => at <= last || (i < 0.02 * greatest && v > (rows[last]?.v ?? 0)))
}

/** Prediction of a point by a cubic through two neighbours on each side, and its variance in units of theirs. */
function predicted(rows: readonly Row[], at: number): { i: number; variance: number } | null {
  const near = [rows[at - 2], rows[at - 1], rows[at + 1], rows[at + 2]]
  const own = rows[at]
  if (!own) return null
  let [i, variance] = [0, 0]
  for (const a of near) {
    if (!a) return null
    let share = 1
    for (const b of near) if (b && b !== a) share *= (own.v - b.v) / (a.v - b.v)
    i += share * a.i
    variance += share * share
  }
  return { i, variance }
}

/** Distances from the predictions, scaled to the spread of a single current. */
function surprises(rows: readonly Row[]): number[] {
  return rows.map((row, at) => {
    const near = predicted(rows, at)
    return near ? (row.i - near.i) / Math.sqrt(1 + near.variance) : 0
  })
}

function withoutOutliers(rows: Row[], greatest: number): Row[] {
  const found = surprises(rows)
  const limit = Math.max(6 * spreadOf(found), 0.015 * greatest)
  const wild = (at: number) => {
    const own = Math.abs(found[at] ?? 0)
    // At a kink several neighbours look like outliers; a real outlier stands out among them.
    return own > limit && own > 1.25 * Math.max(Math.abs(found[at - 1] ?? 0), Math.abs(found[at + 1] ?? 0))
  }
  const wildOnes = rows.flatMap((_, at) => (wild(at) && at > 1 && at < rows.length - 2 ? [at] : []))
  return wildOnes.length > rows.length / 10 ? rows : rows.filter((_, at) => !wildOnes.includes(at))
}

const spreadOf = (values: readonly number[]) =>
  1.4826 * median(values.filter((value) => value !== 0).map((value) => Math.abs(value)))

/**
 * Step of the instrument's currents, A; 0: it is too fine to matter. Equal currents of neighbours look free of noise,
 * but each is off by up to half a step.
 */
function resolutionOf(rows: readonly Row[], greatest: number): number {
  const rising = rows.map(({ i }) => i).toSorted((a, b) => a - b)
  const gaps = rising
    .flatMap((i, at) => (at > 0 ? [i - (rising[at - 1] ?? 0)] : []))
    .filter((gap) => gap > 1e-4 * greatest)
  const step = Math.min(...gaps)
  const isMultiple = ({ i }: Row) => Math.abs(i / step - Math.round(i / step)) < 0.02
  return Number.isFinite(step) && rows.every(isMultiple) ? step : 0
}

/** Noise of the currents, A: usual distance of the points before the knee from their predictions. */
function noiseOf(rows: readonly Row[]): number {
  const found = surprises(rows)
  const flat = found.filter((_, at) => (rows[at]?.v ?? 0) < 0.7 * (rows.at(-1)?.v ?? 0))
  const spread = spreadOf(flat.length >= 12 ? flat : found)
  return Number.isFinite(spread) ? spread : 0
}

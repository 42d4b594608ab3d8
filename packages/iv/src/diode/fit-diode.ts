import type { Curve } from '../curve/curve.ts'
import { leastSquares } from '../curve/least-squares.ts'
import { solve } from '../curve/linear.ts'
import { clamp } from '../curve/statistics.ts'
import { type Diode, diodeFrom, diodePeak, diodeVoltage } from './diode.ts'

/** Expected value of a parameter, and its standard deviation. */
export interface Prior {
  value: number
  spread: number
}

export interface FitDiodeOptions {
  /** Standard deviation of a current, A. */
  noiseA: number
  iscA: number
  vocV: number
  /** Of IL and of Voc, where siblings tell them. */
  photoA?: Prior | undefined
  openV?: Prior | undefined
  thermalV?: Prior | undefined
  seriesOhm?: Prior | undefined
  shuntS?: Prior | undefined
}

/** The parameters of the search: IL, Voc, a, Rs, Gsh. */
const names = ['photoA', 'openV', 'thermalV', 'seriesOhm', 'shuntS'] as const
export type DiodeValues = Record<(typeof names)[number], number>
const named = (values: readonly number[]) =>
  Object.fromEntries(names.map((name, k) => [name, values[k] ?? 0])) as DiodeValues

export interface DiodeFit {
  diode: Diode
  values: DiodeValues
  /** Standard deviations of the values, by the noise of the points and the priors. */
  deviations: () => DiodeValues
  /** Usual sizes of the values. */
  sizes: DiodeValues
  /** Root mean square of the residuals, A. */
  missA: number
  /** Factor by which errors that are alike from point to point tell less than independent ones. */
  alike: number
  /**
   * Standard deviation of Pmp as a share, by the noise of the points and the priors, in `light` times the light of the
   * curve: Rs counts more in full light. `byThermal`: further change of Pmp, as a share, by a volt of thermal voltage.
   */
  peakSpread: (light: number, byThermal?: number) => number
}

/**
 * Least-squares fit of a diode to the points, robust against outliers (Huber), with priors where the curve has too
 * little information. Parameters of the search: IL, Voc, a, Rs, Gsh. Null: fewer than seven points.
 */
export function fitDiode({ voltageV, currentA }: Curve, options: FitDiodeOptions): DiodeFit | null {
  const { iscA, vocV, noiseA } = options
  const count = voltageV.length
  if (count < 7 || !(iscA > 0) || !(vocV > 0)) return null
  const ohm = vocV / iscA
  const sigma = Math.max(noiseA, 3e-4 * iscA)
  const sizes = { photoA: iscA, openV: vocV, thermalV: vocV / 26, seriesOhm: 0.05 * ohm, shuntS: 1 / ohm }
  const priors = priorsOf(options, sizes)
  let weights = new Float64Array(count).fill(1)
  const errors = new Float64Array(count)
  const values = new Float64Array(count + priors.length)
  const columns = Array.from({ length: 5 }, () => new Float64Array(count + priors.length))
  const residuals = (p: readonly number[]) => {
    const diode = toDiode(p)
    for (let i = 0; i < count; i++) {
      const vd = diodeVoltage(diode, voltageV[i] ?? 0)
      const current = diode.photoA - diode.saturationA * Math.expm1(vd / diode.thermalV) - diode.shuntS * vd
      errors[i] = current - (currentA[i] ?? 0)
      values[i] = ((weights[i] ?? 1) * (errors[i] ?? 0)) / sigma
    }
    for (const [k, [at, { value, spread }]] of priors.entries()) values[count + k] = ((p[at] ?? 0) - value) / spread
    return values
  }
  const jacobian = (p: readonly number[]) => {
    fillSlopes(p, voltageV, columns, (i) => (weights[i] ?? 1) / sigma)
    for (const [k, [at, { spread }]] of priors.entries()) {
      for (const [c, column] of columns.entries()) column[count + k] = c === at ? 1 / spread : 0
    }
    return columns
  }
  const bounds = {
    low: [0.5 * iscA, 0.85 * vocV, vocV / 90, 0, 0],
    high: [1.5 * iscA, 1.15 * vocV, vocV / 6, 0.5 * ohm, 1 / ohm],
  }
  let at = names.map((name, k) => priors.find(([place]) => place === k)?.[1].value ?? sizes[name])
  for (let pass = 0; pass < 3; pass++) {
    at = leastSquares({ start: at, ...bounds, residuals, jacobian, rounds: pass === 0 ? 40 : 10 }).parameters
    residuals(at)
    const limit = 2.5 * sigma
    const before = weights
    weights = errors.map((error) => (Math.abs(error) > limit ? Math.sqrt(limit / Math.abs(error)) : 1))
    if (weights.every((weight, i) => Math.abs(weight - (before[i] ?? 1)) < 0.02)) break
  }
  residuals(at)
  const missA = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / count)
  const alike = alikeOf(errors)
  // A misfit beyond the noise is no knowledge either.
  const unexplained = Math.max((missA * alike) / sigma, 1)
  const peakSpread = (light: number, byThermal = 0) => {
    const own = peakIn(light, at)
    const slopes = [iscA, vocV, at[2] ?? 1, ohm, 1 / ohm].map((size, i) => {
      const step = 1e-4 * size
      const slope = (peakIn(light, at.with(i, (at[i] ?? 0) + step)) - own) / step
      return i === 2 ? slope + own * byThermal : slope
    })
    return (unexplained * spreadOf(jacobian(at), slopes)) / own
  }
  const deviations = () => {
    const slopes = jacobian(at)
    const none = names.map(() => 0)
    return named(none.map((_, k) => unexplained * spreadOf(slopes, none.with(k, 1))))
  }
  return {
    diode: toDiode(at),
    values: named(at),
    sizes,
    deviations,
    missA,
    alike,
    peakSpread,
  }
}

/** Pmp of a fit in so many times its light, W. */
function peakIn(light: number, p: readonly number[]): number {
  const { photoA, shuntS, ...diode } = toDiode(p)
  return diodePeak({ ...diode, photoA: light * photoA, shuntS: light * shuntS }).pmpW
}

/** Priors by their place in the search; those of the shape are wide where nothing is known. */
function priorsOf(options: FitDiodeOptions, sizes: DiodeValues): [number, Prior][] {
  const known: Partial<Record<keyof DiodeValues, Prior | undefined>> = {
    photoA: options.photoA,
    openV: options.openV,
    thermalV: options.thermalV ?? { value: sizes.thermalV, spread: sizes.thermalV },
    seriesOhm: options.seriesOhm ?? { value: sizes.seriesOhm, spread: 4 * sizes.seriesOhm },
    shuntS: options.shuntS ?? { value: 0, spread: 0.2 * sizes.shuntS },
  }
  return names.flatMap((name, k): [number, Prior][] => (known[name] ? [[k, known[name]]] : []))
}

/** Errors that are alike from point to point tell less than as many independent ones: factor of the deviation. */
function alikeOf(errors: Float64Array): number {
  const all = sumOf(errors, (error) => error * error)
  const shared = sumOf(errors, (error, i) => error * (errors[i + 1] ?? 0))
  const share = clamp(shared / Math.max(all, Number.MIN_VALUE), 0, 0.8)
  return Math.sqrt((1 + share) / (1 - share))
}

/** Standard deviation of a value with these slopes by the parameters, from the columns of the weighted residuals. */
function spreadOf(columns: readonly Float64Array[], slopes: readonly number[]): number {
  // Scaled to ones in the diagonal: the parameters are of very different sizes.
  const sizes = columns.map((column) => Math.sqrt(column.reduce((sum, value) => sum + value * value, 0)) || 1)
  const matrix = columns.map((a, i) =>
    columns.map(
      (b, j) => a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0) / ((sizes[i] ?? 1) * (sizes[j] ?? 1)),
    ),
  )
  const scaled = slopes.map((slope, i) => slope / (sizes[i] ?? 1))
  const solved = solve(matrix, [...scaled])
  return solved
    ? Math.sqrt(
        Math.max(
          scaled.reduce((sum, value, i) => sum + value * (solved[i] ?? 0), 0),
          0,
        ),
      )
    : Infinity
}

function sumOf(values: Float64Array, of: (value: number, i: number) => number): number {
  let sum = 0
  for (const [i, value] of values.entries()) sum += of(value, i)
  return sum
}

const toDiode = ([photo = 0, voc = 0, thermal = 0, series = 0, shunt = 0]: readonly number[]): Diode =>
  diodeFrom(photo, voc, thermal, series, shunt)

/** dI/dp of the implicit equation, in the parameters of the search. */
function fillSlopes(
  p: readonly number[],
  voltageV: readonly number[],
  columns: Float64Array[],
  weight: (i: number) => number,
): void {
  const diode = toDiode(p)
  const { saturationA, seriesOhm, shuntS, thermalV: a } = diode
  const voc = p[1] ?? 0
  const e0 = Math.expm1(voc / a)
  const bend = (saturationA * (e0 + 1)) / (a * e0)
  const [byPhoto, byVoc, byThermal, bySeries, byShunt] = columns
  if (!byPhoto || !byVoc || !byThermal || !bySeries || !byShunt) return
  for (let i = 0; i < voltageV.length; i++) {
    const vd = diodeVoltage(diode, voltageV[i] ?? 0)
    const e = Math.exp(vd / a)
    const current = diode.photoA - saturationA * (e - 1) - shuntS * vd
    const conductance = (saturationA * e) / a + shuntS
    const w = weight(i) / (1 + seriesOhm * conductance)
    byPhoto[i] = w * (1 - (e - 1) / e0)
    byVoc[i] = w * (e - 1) * (shuntS / e0 + bend)
    byThermal[i] = w * ((saturationA * e * vd) / (a * a) - ((e - 1) * bend * voc) / a)
    bySeries[i] = -w * current * conductance
    byShunt[i] = w * (((e - 1) * voc) / e0 - vd)
  }
}

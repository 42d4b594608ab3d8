import type { Curve } from '../curve/curve.ts'
import { leastSquares } from '../curve/least-squares.ts'
import { type Diode, diodeFrom, diodeVoltage } from './diode.ts'

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
  thermalV?: Prior | undefined
  seriesOhm?: Prior | undefined
  shuntS?: Prior | undefined
}

export interface DiodeFit {
  diode: Diode
  vocV: number
  /** Root mean square of the residuals, A. */
  missA: number
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
  const priors: [number, Prior][] = [
    [2, options.thermalV ?? { value: vocV / 26, spread: vocV / 26 }],
    [3, options.seriesOhm ?? { value: 0.05 * ohm, spread: 0.2 * ohm }],
    [4, options.shuntS ?? { value: 0, spread: 0.2 / ohm }],
  ]
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
  let at = [iscA, vocV, priors[0]?.[1].value ?? 1, priors[1]?.[1].value ?? 0, priors[2]?.[1].value ?? 0]
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
  return { diode: toDiode(at), vocV: at[1] ?? vocV, missA }
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

import type { CleanCurve } from '../curve/clean.ts'
import { leastSquares } from '../curve/least-squares.ts'
import { interpolate } from '../curve/statistics.ts'
import { commonCount, type Hypothesis } from './hypotheses.ts'
import { predict, type StringModel } from './string-model.ts'

/** The expectation for a string, and the spread of sound strings around it (one standard deviation). */
export interface Expectation {
  model: StringModel
  /** Residual of the expected curve against the single diode, A, over rising voltages. */
  rest: { voltageV: readonly number[]; currentA: readonly number[] }
  spread: {
    /** As shares: current, voltage, series resistance, and change of light from the first to the last point. */
    current: number
    voltage: number
    series: number
    drift: number
  }
  /** Difference of two sound curves in shape, as shares of Isc and Voc. */
  shape: { current: number; voltage: number }
  /** Factor on a curve's variance for the noise of the expectation itself. */
  inflation: number
}

/** Spreads so wide that the prior has no effect. */
const free = { current: 0.5, voltage: 0.5, series: 8, drift: 1 }
const bounds = { low: [-0.6, -0.4, -0.6, -0.2], high: [0.3, 0.1, 12, 0.2] }

export interface HypothesisFit {
  hypothesis: Hypothesis
  parameters: number[]
  /** Sum of squares of points and priors, in units of their spread, plus the cost of the hypothesis. */
  cost: number
}

export interface FitTask {
  curve: CleanCurve
  expectation: Expectation
  /** Standard deviation of each point, A. */
  sigma: Float64Array
}

/** Standard deviation of each point, A: noise, and differences in shape between sound strings. */
export function sigmaOf({ voltageV, noiseA }: CleanCurve, { model, shape, inflation }: Expectation): Float64Array {
  const { iscA, vocV } = model
  const out = new Float64Array(voltageV.length)
  predict(model, [{ share: 1, light: 1, table: model.sound }], 0, voltageV, out)
  return Float64Array.from(voltageV, (v, i) => {
    const [before, after] = [Math.max(i - 1, 0), Math.min(i + 1, voltageV.length - 1)]
    const run = (voltageV[after] ?? v) - (voltageV[before] ?? v)
    const slope = run > 0 ? ((out[after] ?? 0) - (out[before] ?? 0)) / run : 0
    const byShape = (shape.current * iscA) ** 2 + (shape.voltage * vocV * slope) ** 2
    return Math.sqrt(noiseA * noiseA * inflation + byShape)
  })
}

/**
 * Fits one hypothesis, from its most promising starts. `from`: start of the common parameters.
 */
export function fitHypothesis(task: FitTask, hypothesis: Hypothesis, from: readonly number[]): HypothesisFit {
  const { residuals, jacobian } = residualsOf(task, hypothesis)
  const low = [...bounds.low, ...hypothesis.low]
  const high = [...bounds.high, ...hypothesis.high]
  // The common parameters of the sound fit adapt to a step and would hide it.
  const common = hypothesis.starts.length > 2 ? [0, 0, 0, 0] : from
  const starts = hypothesis.starts.map((added) => [...common, ...added])
  const priced =
    starts.length < 2
      ? starts
      : starts
          .map((start) => ({ start, cost: squares(residuals(start)) }))
          .toSorted((a, b) => a.cost - b.cost)
          .slice(0, Math.min(3, 1 + starts.length / 4))
          .map(({ start }) => start)
  let best = { parameters: priced[0] ?? [], cost: Number.POSITIVE_INFINITY }
  for (const start of priced) {
    const found = leastSquares({
      start,
      low,
      high,
      residuals,
      jacobian,
      rounds: hypothesis.low.length > 0 ? 40 : 16,
      enough: 0.02,
    })
    if (found.cost < best.cost) best = found
  }
  return { hypothesis, parameters: best.parameters, cost: best.cost + hypothesis.cost }
}

const squares = (values: Float64Array) => {
  let sum = 0
  for (const value of values) sum += value * value
  return sum
}

/** Distance beyond which an outlier counts linearly, not by its square. */
const wild = 4
const tamed = (distance: number): number =>
  Math.abs(distance) > wild ? Math.sign(distance) * Math.sqrt(wild * (2 * Math.abs(distance) - wild)) : distance

function residualsOf({ curve, expectation, sigma }: FitTask, hypothesis: Hypothesis) {
  const { voltageV, currentA } = curve
  const { model, rest, spread } = expectation
  const count = voltageV.length
  const given = {
    ...spread,
    ...(hypothesis.current && { current: Math.max(spread.current, hypothesis.current) }),
    ...(hypothesis.free && { [hypothesis.free]: free[hypothesis.free] }),
  }
  const priors = [given.current, given.voltage, given.series, given.drift]
  const [scaled, out, slopes, bare] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const fill = (p: readonly number[], values: Float64Array) => {
    const [current = 0, voltage = 0, series = 0, drift = 0] = p
    for (let i = 0; i < count; i++) scaled[i] = (voltageV[i] ?? 0) / (1 + voltage)
    const groups = hypothesis.groups(model, p.slice(commonCount))
    predict(model, groups, series * model.diode.seriesOhm, scaled, out, slopes)
    for (let i = 0; i < count; i++) {
      const v = scaled[i] ?? 0
      bare[i] = (out[i] ?? 0) + interpolate(rest.voltageV, rest.currentA, v)
      const expected = (bare[i] ?? 0) * (1 + current) * (1 + drift * (v / model.vocV - 0.5))
      values[i] = tamed((expected - (currentA[i] ?? 0)) / (sigma[i] ?? 1))
    }
    for (let k = 0; k < commonCount; k++) values[count + k] = (p[k] ?? 0) / (priors[k] ?? 1)
  }
  const values = new Float64Array(count + commonCount)
  const residuals = (p: readonly number[]): Float64Array => {
    fill(p, values)
    return values
  }
  const jacobian = (p: readonly number[]): Float64Array[] => {
    const own = new Float64Array(count + commonCount)
    fill(p, own)
    const columns = p.map(() => new Float64Array(count + commonCount))
    const [byCurrent, byVoltage, bySeries, byDrift] = columns
    const [current = 0, voltage = 0] = p
    for (let i = 0; i < count; i++) {
      const distance = Math.abs(own[i] ?? 0)
      // Derivative of the tamed distance.
      const weight = (distance > wild ? wild / distance : 1) / (sigma[i] ?? 1)
      const v = scaled[i] ?? 0
      const i0 = bare[i] ?? 0
      const slope = slopes[i] ?? 0
      if (byCurrent) byCurrent[i] = weight * i0
      if (byVoltage) byVoltage[i] = (-weight * (1 + current) * slope * v) / (1 + voltage)
      if (bySeries) bySeries[i] = weight * (1 + current) * slope * i0 * model.diode.seriesOhm
      if (byDrift) byDrift[i] = weight * (1 + current) * i0 * (v / model.vocV - 0.5)
    }
    for (let k = 0; k < commonCount; k++) {
      const column = columns[k]
      if (column) column[count + k] = 1 / (priors[k] ?? 1)
    }
    for (let k = commonCount; k < p.length; k++) {
      const step = 1e-3 * Math.max(Math.abs(p[k] ?? 0), 0.01)
      const high = hypothesis.high[k - commonCount] ?? Number.POSITIVE_INFINITY
      const moved = (p[k] ?? 0) + step > high ? -step : step
      const near = residuals(p.with(k, (p[k] ?? 0) + moved))
      columns[k] = near.map((value, i) => (value - (own[i] ?? 0)) / moved)
    }
    return columns
  }
  return { residuals, jacobian }
}

/** Distances of the points from the prediction of a hypothesis, in units of their spread. */
export const distancesOf = (task: FitTask, hypothesis: Hypothesis, parameters: readonly number[]): Float64Array =>
  residualsOf(task, hypothesis).residuals(parameters).slice(0, task.curve.voltageV.length)

/**
 * Factor by which correlated errors of neighbours reduce the weight of points: drifting light and oscillating
 * instruments cause correlated noise. 1 for independent noise.
 */
export function alikeness(distances: Float64Array): number {
  let [both, own] = [0, 0]
  for (let i = 0; i < distances.length; i++) {
    own += (distances[i] ?? 0) ** 2
    if (i > 0) both += (distances[i] ?? 0) * (distances[i - 1] ?? 0)
  }
  // A white sequence of this length shows up to 0.15 by chance.
  const correlation = Math.min(Math.max((own > 0 ? both / own : 0) - 0.15, 0), 0.85)
  return (1 + correlation) / (1 - correlation)
}

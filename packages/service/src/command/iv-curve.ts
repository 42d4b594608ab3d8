import type { IvFigures } from '@helioport/contract'

/** Points of one string; voltage (V) rises. */
export interface Curve {
  voltageV: number[]
  currentA: number[]
}

/** Under this share of Isc a current is none. */
const noneShare = 0.002
const leastPoints = 8

/** V = offset - seriesOhm·I + idealityV·ln(photoA - I - shuntS·V): the single diode, over the upper part of a curve. */
export interface DiodeFit {
  offset: number
  seriesOhm: number
  /** n·Ns·k·T/q, V. */
  idealityV: number
  photoA: number
  /** Conductance of the shunt as the slope at V = 0 shows it, S. */
  shuntS: number
}

const none: IvFigures = {
  iscA: null,
  vocV: null,
  pmpW: null,
  impA: null,
  vmpV: null,
  fillFactor: null,
  seriesOhm: null,
  shuntOhm: null,
}

/** Points in order of voltage. */
export function sorted({ voltageV, currentA }: Curve): Curve {
  const order = voltageV.map((_, i) => i).toSorted((a, b) => (voltageV[a] ?? 0) - (voltageV[b] ?? 0))
  return { voltageV: order.map((i) => voltageV[i] ?? 0), currentA: order.map((i) => currentA[i] ?? 0) }
}

/**
 * Isc, Voc by fits near the axes, Pmp by a local parabola, fill factor, and the slopes there as Rs and Rsh, after
 * pvlib's `rectify_iv_curve` and ASTM E1036. A curve that ends above I = 0 is led on to Voc. Nulls: no current, or too
 * few points.
 */
export function figuresOf(curve: Curve): IvFigures {
  const { voltageV, currentA } = sorted(curve)
  const greatest = Math.max(...currentA, 0)
  const start = lineNear(voltageV, currentA, greatest)
  if (!start || start.isc <= 0.02) return none
  const { isc } = start
  const shuntS = Math.max(-start.slope, 0)
  const fit = diodeFit({ voltageV, currentA }, isc, shuntS)
  const voc = openVoltage(voltageV, currentA, isc, fit)
  if (voc === null) return { ...none, iscA: isc }
  const peak = peakOf(voltageV, currentA)
  return {
    iscA: isc,
    vocV: voc,
    pmpW: peak.power,
    impA: peak.power / peak.voltage,
    vmpV: peak.voltage,
    fillFactor: peak.power / (isc * voc),
    seriesOhm: fit ? fit.seriesOhm + fit.idealityV / (fit.photoA - shuntS * voc) : null,
    shuntOhm: start.slope < 0 ? -1 / start.slope : null,
  }
}

/** Line through the points of the first fifth of the voltage, where nothing but the shunt bends it. */
function lineNear(voltage: readonly number[], current: readonly number[], greatest: number) {
  const last = voltage.findLast((_, i) => (current[i] ?? 0) > noneShare * greatest) ?? 0
  const near = voltage.filter((v) => v <= 0.2 * last).length
  const count = Math.max(near, 3)
  if (voltage.length < leastPoints || greatest <= 0) return null
  const [x, y] = [voltage.slice(0, count), current.slice(0, count)]
  const [meanX, meanY] = [mean(x), mean(y)]
  const spread = x.reduce((sum, v) => sum + (v - meanX) ** 2, 0)
  if (spread === 0) return null
  const slope = x.reduce((sum, v, i) => sum + (v - meanX) * ((y[i] ?? 0) - meanY), 0) / spread
  return { isc: meanY - slope * meanX, slope }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Null: too few points between the knee and Voc. */
export function diodeFit(curve: Curve, isc: number, shuntS: number): DiodeFit | null {
  const photoA = isc * 1.0005
  const rows = curve.voltageV.flatMap((voltage, i) => {
    const current = curve.currentA[i] ?? 0
    const diodeA = photoA - current - shuntS * voltage
    return current > noneShare * isc && current < 0.9 * isc && diodeA > 0.01 * isc ? [{ voltage, current, diodeA }] : []
  })
  if (rows.length < 4) return null
  const solution = leastSquares(
    rows.map(({ current, diodeA }) => [1, -current, Math.log(diodeA)]),
    rows.map(({ voltage }) => voltage),
  )
  if (!solution) return null
  const [offset = 0, seriesOhm = 0, idealityV = 0] = solution
  return idealityV > 0 ? { offset, seriesOhm, idealityV, photoA, shuntS } : null
}

function openVoltage(
  voltage: readonly number[],
  current: readonly number[],
  isc: number,
  fit: DiodeFit | null,
): number | null {
  const last = current.findLastIndex((value) => value > noneShare * isc)
  const [from, next] = [voltage[last], voltage[last + 1]]
  if (from === undefined) return null
  // Measured to its very end.
  if (next !== undefined && last + 2 === voltage.length) {
    const [a, b] = [current[last] ?? 0, current[last + 1] ?? 0]
    return from + ((next - from) * a) / (a - b)
  }
  if (!fit) return next === undefined ? null : (from + next) / 2
  let open = from
  for (let round = 0; round < 20; round += 1) {
    open = fit.offset + fit.idealityV * Math.log(Math.max(fit.photoA - fit.shuntS * open, 0.01 * isc))
  }
  return Math.min(Math.max(open, from), next ?? Number.POSITIVE_INFINITY)
}

/** Top of a parabola through the points around the greatest power. */
function peakOf(voltage: readonly number[], current: readonly number[]): { voltage: number; power: number } {
  const power = voltage.map((v, i) => v * (current[i] ?? 0))
  const best = power.indexOf(Math.max(...power))
  const at = { voltage: voltage[best] ?? 0, power: power[best] ?? 0 }
  const [x0, x1, x2] = [voltage[best - 1], voltage[best], voltage[best + 1]]
  const [y0, y1, y2] = [power[best - 1], power[best], power[best + 1]]
  if (x0 === undefined || x1 === undefined || x2 === undefined) return at
  if (y0 === undefined || y1 === undefined || y2 === undefined) return at
  const [left, right] = [(y1 - y0) / (x1 - x0), (y2 - y1) / (x2 - x1)]
  const bend = (right - left) / (x2 - x0)
  if (!(bend < 0)) return at
  const top = (x0 + x1) / 2 - left / (2 * bend)
  return { voltage: top, power: y0 + left * (top - x0) + bend * (top - x0) * (top - x1) }
}

/** Solves the normal equations of three unknowns; null: they say nothing. */
function leastSquares(rows: readonly number[][], values: readonly number[]): number[] | null {
  const n = 3
  const m = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (_unused, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((sum, row, k) => sum + (row[i] ?? 0) * (values[k] ?? 0), 0),
  ])
  for (let i = 0; i < n; i += 1) {
    const pivot = m
      .slice(i)
      .reduce((best, row, k) => (Math.abs(row[i] ?? 0) > Math.abs(m[best]?.[i] ?? 0) ? i + k : best), i)
    ;[m[i], m[pivot]] = [m[pivot] ?? [], m[i] ?? []]
    const own = m[i] ?? []
    const lead = own[i] ?? 0
    if (Math.abs(lead) < 1e-12) return null
    for (const [k, row] of m.entries()) {
      if (k === i) continue
      const factor = (row[i] ?? 0) / lead
      for (let j = i; j <= n; j += 1) row[j] = (row[j] ?? 0) - factor * (own[j] ?? 0)
    }
  }
  return m.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
}

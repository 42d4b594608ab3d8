import type { Curve } from '../curve/curve.ts'
import { type CellType, type Substring, substringCurve, type SubstringCurve } from './cells.ts'
import type { Random } from './random.ts'

/** Groups of equal substrings in series, and a resistance in series with all of them. */
export interface StringPhysics {
  groups: { at: Substring; count: number }[]
  extraOhm: number
  /** A broken fuse or connector. */
  open?: boolean
}

/** How a tracer or an inverter samples the points. */
export interface Sampling {
  points: number
  /** Even in voltage; denser at the knee; or as by a charging capacitor. */
  spacing: 'even' | 'knee' | 'capacitor'
  /** Standard deviation as a share of Isc (`added`) or of the current (`scaled`). */
  noise: number
  noiseKind: 'added' | 'scaled'
  /** Correlation of the noise of neighbours, 0 to 1. */
  correlation: number
  /** First and last voltage, as shares of Voc. */
  from: number
  to: number
}

export const evenSampling: Sampling = {
  points: 64,
  spacing: 'even',
  noise: 0,
  noiseKind: 'added',
  correlation: 0,
  from: 0,
  to: 1,
}

/** The exact curve of a string: its voltage at falling currents. */
export interface ExactString {
  /** Falling. */
  currentA: Float64Array
  /** Rising. */
  voltageV: Float64Array
  pmpW: number
}

const levels = 500

export function exactString(cell: CellType, { groups, extraOhm, open }: StringPhysics): ExactString {
  const curves = groups.map(({ at, count }) => ({ curve: substringCurve(cell, at), count }))
  const most = Math.max(...groups.map(({ at }) => (at.irradianceWm2 / 1000) * cell.photoA * 1.06))
  const shares = new Set<number>()
  for (let k = 0; k < levels; k++) shares.add(1 - k / (levels - 1))
  // Each group's plateau is sampled densely.
  for (const { at } of groups) {
    const own = ((at.irradianceWm2 / 1000) * cell.photoA * (1 + cell.alpha * (at.cellC - 25))) / most
    for (let k = -20; k <= 60; k++) shares.add(Math.min(Math.max(own * (1 - k * Math.abs(k) * 4e-5), 0), 1))
  }
  const currentA = Float64Array.from(
    [...shares].toSorted((a, b) => b - a),
    (share) => share * most,
  )
  const voltageV = new Float64Array(currentA.length)
  const places = curves.map(() => 0)
  let pmpW = 0
  for (let k = 0; k < currentA.length; k++) {
    const current = currentA[k] ?? 0
    let voltage = -current * extraOhm
    for (const [g, { curve, count }] of curves.entries()) {
      const place = walk(curve, current, places[g] ?? 0)
      places[g] = place
      voltage += count * between(curve, current, place)
    }
    voltageV[k] = voltage
    pmpW = Math.max(pmpW, voltage * current)
  }
  return open ? { currentA: currentA.map(() => 0), voltageV, pmpW: 0 } : { currentA, voltageV, pmpW }
}

function walk({ currentA }: SubstringCurve, current: number, from: number): number {
  let k = from
  while (k < currentA.length - 2 && (currentA[k + 1] ?? 0) > current) k++
  return k
}

function between({ voltageV, currentA }: SubstringCurve, current: number, k: number): number {
  const [i0, i1] = [currentA[k] ?? 0, currentA[k + 1] ?? 0]
  const [v0, v1] = [voltageV[k] ?? 0, voltageV[k + 1] ?? 0]
  return i0 > i1 ? v0 + ((v1 - v0) * (i0 - current)) / (i0 - i1) : v0
}

/** Samples a curve as an instrument does. `drift`: change of light from the first to the last point, as a share. */
export function sample(exact: ExactString, sampling: Sampling, random: Random, drift = 0): Curve {
  const { voltageV, currentA } = exact
  const open = voltageV.at(-1) ?? 0
  const start = voltageV.findIndex((v) => v >= 0)
  const isc = currentA[Math.max(start, 0)] ?? 0
  const spots = Array.from({ length: sampling.points }, (_, k) => spotOf(sampling, k / (sampling.points - 1)))
  let common = 0
  let place = 0
  const currents = spots.map((share) => {
    const v = open * (sampling.from + (sampling.to - sampling.from) * share)
    while (place < voltageV.length - 2 && (voltageV[place + 1] ?? 0) < v) place++
    const [v0, v1] = [voltageV[place] ?? 0, voltageV[place + 1] ?? 0]
    const [i0, i1] = [currentA[place] ?? 0, currentA[place + 1] ?? 0]
    const exactA = v1 > v0 ? i0 + ((i1 - i0) * (v - v0)) / (v1 - v0) : i0
    common = sampling.correlation * common + Math.sqrt(1 - sampling.correlation ** 2) * random.normal()
    const size = sampling.noiseKind === 'added' ? isc : exactA
    return exactA + isc * drift * (share - 0.5) + sampling.noise * size * common
  })
  return {
    voltageV: spots.map((share) => open * (sampling.from + (sampling.to - sampling.from) * share)),
    currentA: currents,
  }
}

function spotOf({ spacing }: Sampling, u: number): number {
  if (spacing === 'even') return u
  if (spacing === 'knee') return u < 0.3 ? u * 2 : 0.6 + ((u - 0.3) * 4) / 7
  // A capacitor charges at an even current until the knee, then ever more slowly.
  return u < 0.55 ? (u / 0.55) * 0.8 : 0.8 + 0.2 * (1 - ((1 - u) / 0.45) ** 2)
}

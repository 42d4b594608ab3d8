import { diodeCurrent, diodeOpenVoltage } from '../diode/diode.ts'
import { type DiodeFit, fitDiode, type FitDiodeOptions } from '../diode/fit-diode.ts'
import type { CleanCurve } from './clean.ts'
import { line } from './linear.ts'
import { clamp, indexBelow, interpolate } from './statistics.ts'

export interface SmoothCurve {
  iscA: number
  vocV: number
  /** Best single diode of the whole curve; null: there is none (steps, too few points). */
  fit: DiodeFit | null
  /** Current at a voltage, A. */
  at: (voltageV: number) => number
}

/**
 * Prior knowledge of the diode, for curves with too little information. `leansOnFit`: where the diode explains the
 * points, the residuals count less the more noise there is.
 */
export interface DiodePriors extends Pick<FitDiodeOptions, 'photoA' | 'openV' | 'thermalV' | 'seriesOhm' | 'shuntS'> {
  leansOnFit?: boolean
  /** Noise that siblings tell; default: as the curve itself shows. */
  noise?: Noise
}

/** `fitA`: standard deviation of a current that counts in a fit; `mostA`: largest misfit (rms) by noise alone; A. */
interface Noise {
  fitA: number
  mostA: number
}

/** Typical deviation of real cells from one diode, as a share of Isc. */
const shapeNoise = 0.004
const hiddenNoise = 2.2

/**
 * Removes noise from a curve: a diode is fitted, and the residuals are averaged over a width that grows with the noise.
 * A curve without noise stays as it is. Null: Voc cannot be found.
 */
export function smooth(
  curve: CleanCurve,
  { leansOnFit = false, noise, ...priors }: DiodePriors = {},
): SmoothCurve | null {
  const rough = roughEnds(curve)
  if (!rough) return null
  const noiseA = noise?.fitA ?? curve.noiseA
  const fit = fitDiode(curve, { ...priors, ...rough, noiseA })
  const { voltageV, currentA } = curve
  const base = fit ? (v: number) => diodeCurrent(fit.diode, v) : () => 0
  const left = voltageV.map((v, i) => (currentA[i] ?? 0) - base(v))
  // A diode whose misfit is within the noise explains the points.
  const sound = fit !== null && fit.missA < Math.max(noise?.mostA ?? 1.3 * noiseA, 0.002 * rough.iscA)
  const noiseShare = noiseA / rough.iscA
  const width = rough.vocV * clamp((sound ? 12 : 4) * noiseShare, 0.002, sound ? 0.2 : 0.06)
  // At an end all neighbours are on one side: with noise one point alone must not decide it.
  const fewest = sound && noiseShare > leastNoise ? 5 : 0
  const leftShare = leansOnFit && fit ? realShare(fit.missA, sound, rough.iscA, noise ?? noiseA) : 1
  const at = (v: number) => base(v) + leftShare * around(voltageV, left, v, width, fewest)
  const iscA = Math.max(at(0), 0)
  const vocV = openVoltage(at, fit ? diodeOpenVoltage(fit.diode) : rough.vocV, rough.vocV)
  return { iscA, vocV, fit, at }
}

/**
 * Share of the residuals that is the shape of the curve and not noise, by their sizes. The curve's own noise (a number)
 * may hide a part, by correlation or few points.
 */
function realShare(missA: number, sound: boolean, iscA: number, noise: Noise | number): number {
  const shapeA = shapeNoise * iscA
  if (typeof noise !== 'number') {
    const realA = Math.hypot(shapeA, Math.sqrt(Math.max(missA ** 2 - noise.mostA ** 2, 0)))
    return 1 / (1 + (noise.fitA / realA) ** 2)
  }
  const isSaid = sound || missA < hiddenNoise * noise
  return isSaid ? 1 / (1 + (Math.max(noise, missA) / shapeA) ** 2) : 1
}

/** Noise of a point as a share of Isc, including the part hidden by correlation and few points. */
export function noiseShareOf({ clean, smooth: { fit, iscA } }: { clean: CleanCurve; smooth: SmoothCurve }): number {
  return Math.max(clean.noiseA, Math.min(fit?.missA ?? 0, hiddenNoise * clean.noiseA)) / iscA
}

/** Share of Voc over which the last points tell its slope. */
const tailShare = 0.02

/** Isc by a line through the first quarter; Voc by a line through the last points, extrapolated if needed. */
function roughEnds({ voltageV, currentA }: CleanCurve): { iscA: number; vocV: number } | null {
  const last = voltageV.at(-1) ?? 0
  const start = Math.max(voltageV.findLastIndex((v) => v < 0.25 * last) + 1, 4)
  const front = line(voltageV.slice(0, start), currentA.slice(0, start))
  const iscA = front ? clamp(front.level, Math.max(...currentA.slice(0, start)) * 0.9, Math.max(...currentA) * 1.1) : 0
  // Points that crowd at Voc lie within each other's noise.
  const end = Math.min(
    voltageV.findLastIndex((v) => v < (1 - tailShare) * last),
    voltageV.length - 3,
  )
  const tail = line(voltageV.slice(end), currentA.slice(end))
  const lastA = currentA.at(-1) ?? 0
  if (!(iscA > 0) || !tail) return null
  const vocV = tail.slope < 0 ? clamp(-tail.level / tail.slope, lastA > 0 ? last : 0, last * 1.2) : last
  return vocV > 0 ? { iscA, vocV } : null
}

/** Points with noise up to this share of Isc count as exact. */
const leastNoise = 1e-3

/** Value of a weighted line through the points within a width; with too few points linear interpolation. */
function around(xs: readonly number[], ys: readonly number[], x: number, wanted: number, fewest: number): number {
  let width = wanted
  let from = indexBelow(xs, x)
  let to = from
  while (from > 0 && (xs[from - 1] ?? 0) >= x - width) from--
  while (to < xs.length - 1 && (xs[to + 1] ?? 0) <= x + width) to++
  while (to - from + 1 < Math.min(fewest, xs.length)) {
    const [before, after] = [x - (xs[from - 1] ?? -Infinity), (xs[to + 1] ?? Infinity) - x]
    if (before < after) from--
    else to++
    width = Math.max(width, 1.1 * Math.min(before, after))
  }
  if (to - from < 4) {
    const last = xs.length - 1
    // Beyond the ends the last value is kept.
    return x <= (xs[0] ?? 0) ? (ys[0] ?? 0) : x >= (xs[last] ?? 0) ? (ys[last] ?? 0) : interpolate(xs, ys, x)
  }
  let [s, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0]
  for (let i = from; i <= to; i++) {
    const run = (xs[i] ?? 0) - x
    const share = Math.abs(run) / width
    const w = share < 1 ? (1 - share * share * share) ** 3 + 1e-6 : 1e-6
    const y = ys[i] ?? 0
    s += w
    sx += w * run
    sy += w * y
    sxx += w * run * run
    sxy += w * run * y
  }
  const determinant = s * sxx - sx * sx
  // An extrapolated line would amplify the noise of its points.
  const isEnd = fewest > 0 && (x <= (xs[from] ?? x) || x >= (xs[to] ?? x))
  return !isEnd && determinant > 1e-9 * s * sxx ? (sy * sxx - sx * sxy) / determinant : sy / s
}

function openVoltage(at: (v: number) => number, guess: number, rough: number): number {
  let [low, high] = [0.8 * Math.min(guess, rough), 1.1 * Math.max(guess, rough)]
  if (at(low) <= 0) low = 0
  if (at(high) > 0) return guess
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (at(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

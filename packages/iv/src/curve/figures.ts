import { peakOf } from '../diode/diode.ts'
import { type CleanCurve, cleanCurve, type CurveProblem } from './clean.ts'
import type { Curve } from './curve.ts'
import { line } from './linear.ts'
import { type DiodePriors, smooth, type SmoothCurve } from './smooth.ts'

/** Figures of one curve; slopes in ohm. */
export interface Figures {
  iscA: number
  vocV: number
  impA: number
  vmpV: number
  pmpW: number
  fillFactor: number
  /** -dV/dI at Voc. */
  seriesOhm: number | null
  /** -dV/dI at Isc; null: the current does not fall. */
  shuntOhm: number | null
}

export interface Measured {
  clean: CleanCurve
  smooth: SmoothCurve
  figures: Figures
}

/** Measures one curve by itself; null and `problems` where it cannot be used. */
export function measure(curve: Curve, priors?: DiodePriors): { measured: Measured | null; problems: CurveProblem[] } {
  const { curve: clean, problems } = cleanCurve(curve)
  if (!clean) return { measured: null, problems }
  if (!reachesPeak(clean)) return { measured: null, problems: [...problems, 'peakNotReached'] }
  return { measured: measureClean(clean, priors), problems }
}

/** Measures a curve that is clean and reaches its peak; null: it has no Voc or no power. */
export function measureClean(clean: CleanCurve, priors?: DiodePriors): Measured | null {
  const smoothed = smooth(clean, priors)
  const figures = smoothed && figuresOf(clean, smoothed)
  return figures && { clean, smooth: smoothed, figures }
}

/** Whether the peak of power is inside the curve; at its first or last point Pmp would be a guess. */
function reachesPeak({ voltageV, currentA }: CleanCurve): boolean {
  const powers = voltageV.map((v, at) => v * (currentA[at] ?? 0))
  const most = powers.indexOf(Math.max(...powers))
  return most > 0 && most < powers.length - 1
}

function figuresOf(clean: CleanCurve, { at, iscA, vocV, fit }: SmoothCurve): Figures | null {
  const { vmpV, impA, pmpW } = highestPeak(at, vocV)
  if (!(pmpW > 0) || !(iscA > 0)) return null
  const front = clean.voltageV.findLastIndex((v) => v <= 0.25 * vocV) + 1
  const slope = front >= 4 ? line(clean.voltageV.slice(0, front), clean.currentA.slice(0, front))?.slope : undefined
  const end = (at(vocV) - at(vocV * 0.985)) / (0.015 * vocV)
  const diode = fit?.diode
  return {
    iscA,
    vocV,
    impA,
    vmpV,
    pmpW,
    fillFactor: pmpW / (iscA * vocV),
    seriesOhm: diode ? diode.seriesOhm + diode.thermalV / diode.photoA : end < 0 ? -1 / end : null,
    shuntOhm: slope !== undefined && slope < 0 ? -1 / slope : null,
  }
}

/** Scans the whole curve first, because a curve with steps has several peaks. */
function highestPeak(at: (v: number) => number, vocV: number) {
  const steps = 80
  let [best, most] = [1, 0]
  for (let k = 1; k < steps; k++) {
    const v = (vocV * k) / steps
    const power = v * at(v)
    if (power > most) [best, most] = [k, power]
  }
  return peakOf(at, (vocV * (best - 1)) / steps, Math.min((vocV * (best + 1)) / steps, vocV))
}

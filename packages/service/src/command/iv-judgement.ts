import type { DeviceModules, IvCurve, IvFigures, IvSilence, IvSweep } from '@helioport/contract'
import {
  cellFromBack,
  type Conditions,
  type Curve,
  type Figures,
  judgeScan,
  measure,
  type ModuleData,
  type StringOfScan,
  type StringResult,
  toStc,
} from '@helioport/iv'

export interface ScanLight {
  irradianceWm2: number | null
  /** At the back of the modules, degC. */
  moduleC: number | null
}

/** Judgement of one string. */
export type Judged = Pick<IvCurve, 'figures' | 'stc' | 'verdict' | 'confidence' | 'evidence' | 'silence' | 'expected'>

/** The strings of one scan with the inputs of their judgement. */
export interface ScanTask {
  curves: readonly Curve[]
  /** Tracker of each curve. */
  mppts: readonly number[]
  light: ScanLight
  /** Null: general coefficients. */
  modules: DeviceModules | null
  /** Years since the station was installed. */
  ageYears: number
  earlier: EarlierScan | null
  /** Correction procedure of IEC 60891 to standard conditions; verdicts do not depend on it. */
  procedure: 1 | 2
}

const noFigures: IvFigures = {
  iscA: null,
  vocV: null,
  pmpW: null,
  impA: null,
  vmpV: null,
  fillFactor: null,
  seriesOhm: null,
  shuntOhm: null,
}

/** An earlier scan of the same inverter, its strings in the order of the later scan; undefined: string not swept. */
export interface EarlierScan extends ScanLight {
  curves: readonly (Curve | undefined)[]
  yearsAgo: number
}

const conditionsOf = ({ irradianceWm2, moduleC }: ScanLight): Conditions => ({
  irradianceWm2,
  cellC: moduleC === null ? null : cellFromBack(moduleC, irradianceWm2 ?? 0),
})

/**
 * Figures, curve at standard conditions and verdict of every string of one scan, in their order. Strings are also
 * compared with the datasheet of their modules and, if they were sound in an earlier scan, with that scan.
 */
export function judgeStrings(task: ScanTask): Judged[] {
  const { curves, light } = task
  const conditions = conditionsOf(light)
  const module = task.modules ? moduleOf(task.modules) : undefined
  const counts = task.mppts.map((mppt) => countsOf(task.modules, task.mppts.filter((one) => one === mppt).length))
  const pasts = task.earlier ? soundPasts(task.earlier, module, task.ageYears) : []
  const strings = curves.map((curve, i) => ({ curve, past: pasts[i], ...counts[i] }))
  const results = judgeScan({ strings, conditions, module, ageYears: task.ageYears })
  return results.map((result, i): Judged => {
    const { measured, verdict, confidence, evidence, expected } = result
    return {
      figures: measured?.figures ?? noFigures,
      stc: stcOf(curves[i], conditions, module && { module, ...counts[i] }, task.procedure),
      verdict,
      confidence,
      evidence,
      silence: silenceOf(result, light.irradianceWm2),
      expected: expected && { voltageV: [...expected.voltageV], currentA: [...expected.currentA] },
    }
  })
}

function moduleOf(modules: DeviceModules): ModuleData {
  const { manufacturer, model, iscA, vocV, impA, vmpV, cells, alphaPercent, betaPercent, gammaPercent } = modules
  const [alpha, beta, gamma] = [alphaPercent / 100, betaPercent / 100, gammaPercent / 100]
  return { manufacturer, model, iscA, vocV, impA, vmpV, cells, alpha, beta, gamma }
}

/** Sweeps of one string, each with its irradiance and temperature. */
export interface SweepTask {
  sweeps: readonly {
    curve: Curve
    light: ScanLight
    /** Number of its tracker's strings that were swept separately. */
    swept: number
  }[]
  modules: DeviceModules | null
}

/** Figures of the sweeps, in their order, without any comparison. */
export function figuresOfSweeps({ sweeps, modules }: SweepTask): Pick<IvSweep, 'figures' | 'stc'>[] {
  const module = modules ? moduleOf(modules) : undefined
  return sweeps.map(({ curve, light, swept }) => ({
    figures: measure(curve).measured?.figures ?? noFigures,
    stc: stcOf(curve, conditionsOf(light), module && { module, ...countsOf(modules, swept) }, 2)?.figures ?? null,
  }))
}

/** A curve of a whole tracker is that of its strings in parallel; a curve of a single string has no parallel string. */
function countsOf(modules: DeviceModules | null, swept: number): Pick<StringOfScan, 'modules' | 'parallel'> {
  const parallel = swept > 1 ? 1 : (modules?.stringsPerTracker ?? undefined)
  return { modules: modules?.modulesPerString ?? undefined, parallel }
}

function soundPasts(
  { curves, yearsAgo, ...light }: EarlierScan,
  module: ModuleData | undefined,
  age: number,
): StringOfScan['past'][] {
  const conditions = conditionsOf(light)
  const known = curves.flatMap((curve) => (curve ? [{ curve }] : []))
  const results = judgeScan({ strings: known, conditions, module, ageYears: age - yearsAgo })
  const sound = new Set(known.filter((_, i) => results[i]?.verdict === 'healthy').map(({ curve }) => curve))
  return curves.map((curve) => (curve && sound.has(curve) ? { curve, conditions, yearsAgo } : undefined))
}

function stcOf(
  curve: Curve | undefined,
  { irradianceWm2, cellC }: Conditions,
  of: Parameters<typeof toStc>[3],
  procedure: 1 | 2,
): IvCurve['stc'] {
  const stc =
    curve && irradianceWm2 !== null && cellC !== null ? toStc(curve, irradianceWm2, cellC, of, procedure) : null
  if (!stc) return null
  const figures: Figures = stc.figures
  return {
    voltageV: [...stc.curve.voltageV],
    currentA: [...stc.curve.currentA],
    samples: [...stc.samples],
    figures,
    pmpErrorW: stc.pmpErrorW,
    coefficients: stc.coefficients,
    datasheetPmpW:
      of && stc.modules !== null && stc.parallel !== null
        ? of.module.impA * of.module.vmpV * stc.modules * stc.parallel
        : null,
  }
}

/** Without a sensor, the missing irradiance is the reason for a missing verdict. */
function silenceOf({ silence }: StringResult, irradianceWm2: number | null): IvSilence | null {
  if (silence === 'tooDark') return 'lowIrradiance'
  const isOpen = silence === 'ambiguous' || silence === 'nothingToCompare'
  return isOpen && irradianceWm2 === null ? 'noIrradiance' : silence
}

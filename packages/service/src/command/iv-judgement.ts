import type { DeviceModules, IvCurve, IvFigures, IvSilence, IvSweep } from '@helioport/contract'
import {
  type AtStc,
  cellFromBack,
  type Conditions,
  type Curve,
  type Figures,
  judgeScan,
  measure,
  type ModuleData,
  scanToStc,
  type StringOfScan,
  type StringResult,
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
  const pasts = task.earlier ? soundPasts(task.earlier, module, task.ageYears) : []
  const strings = stringsOf(curves, task.mppts, task.modules).map((string, i) => ({ ...string, past: pasts[i] }))
  const results = judgeScan({ strings, conditions, module, ageYears: task.ageYears })
  const atStc = stcOf(strings, conditions, module, task.procedure)
  return results.map((result, i): Judged => {
    const { measured, verdict, confidence, evidence, expected } = result
    return {
      figures: measured?.figures ?? noFigures,
      stc: atStc[i] ?? null,
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

/** The strings of one scan for their figures alone. */
export type FiguresTask = Omit<ScanTask, 'ageYears' | 'earlier' | 'procedure'>

/** Figures of every string of a scan, in their order, without verdicts. */
export function figuresOfScan({ curves, mppts, light, modules }: FiguresTask): Pick<IvSweep, 'figures' | 'stc'>[] {
  const module = modules ? moduleOf(modules) : undefined
  const atStc = stcOf(stringsOf(curves, mppts, modules), conditionsOf(light), module, 2)
  return curves.map((curve, i) => ({
    figures: measure(curve).measured?.figures ?? noFigures,
    stc: atStc[i]?.figures ?? null,
  }))
}

/** Curves with the counts of modules that are known of each. */
function stringsOf(curves: readonly Curve[], mppts: readonly number[], modules: DeviceModules | null): StringOfScan[] {
  return curves.map((curve, i) => ({
    curve,
    ...countsOf(modules, mppts.filter((one) => one === mppts[i]).length),
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

/** Every string of a scan at standard conditions, in their order; null: too little is known. */
function stcOf(
  strings: readonly StringOfScan[],
  { irradianceWm2, cellC }: Conditions,
  module: ModuleData | undefined,
  procedure: 1 | 2,
): IvCurve['stc'][] {
  if (irradianceWm2 === null || cellC === null) return strings.map(() => null)
  const swept = strings.map(({ curve, modules, parallel }) => ({ curve, modules, parallel, irradianceWm2, cellC }))
  return scanToStc(swept, module, procedure).map((stc) => stc && told(stc, module))
}

function told(stc: AtStc, module: ModuleData | undefined): IvCurve['stc'] {
  const figures: Figures = stc.figures
  return {
    voltageV: [...stc.curve.voltageV],
    currentA: [...stc.curve.currentA],
    samples: [...stc.samples],
    figures,
    pmpErrorW: stc.pmpErrorW,
    coefficients: stc.coefficients,
    datasheetPmpW:
      module && stc.modules !== null && stc.parallel !== null
        ? module.impA * module.vmpV * stc.modules * stc.parallel
        : null,
  }
}

/** Without a sensor, the missing irradiance is the reason for a missing verdict. */
function silenceOf({ silence }: StringResult, irradianceWm2: number | null): IvSilence | null {
  if (silence === 'tooDark') return 'lowIrradiance'
  const isOpen = silence === 'ambiguous' || silence === 'nothingToCompare'
  return isOpen && irradianceWm2 === null ? 'noIrradiance' : silence
}

import type { IvCurve, IvFigures, IvSilence } from '@helioport/contract'
import {
  cellFromBack,
  type Conditions,
  type Curve,
  type Figures,
  judgeScan,
  type StringOfScan,
  type StringResult,
  toStc,
} from '@helioport/iv'

export interface ScanLight {
  irradianceWm2: number | null
  /** At the back of the modules, degC. */
  moduleC: number | null
}

type Judged = Pick<IvCurve, 'figures' | 'stc' | 'verdict' | 'confidence' | 'evidence' | 'silence'>

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

/** An earlier scan of the same inverter: its strings in the order of the later ones, undefined where there was none. */
export interface EarlierScan extends ScanLight {
  curves: readonly (Curve | undefined)[]
}

const conditionsOf = ({ irradianceWm2, moduleC }: ScanLight): Conditions => ({
  irradianceWm2,
  cellC: moduleC === null ? null : cellFromBack(moduleC, irradianceWm2 ?? 0),
})

/**
 * Figures, curve at standard conditions and verdict of every string of one scan, in their order. Strings that were sound
 * in an earlier scan are compared with what they were then, too.
 */
export function judgeStrings(curves: readonly Curve[], light: ScanLight, earlier?: EarlierScan): Judged[] {
  const { irradianceWm2 } = light
  const conditions = conditionsOf(light)
  const { cellC } = conditions
  const pasts = earlier ? soundPasts(earlier) : []
  const strings = curves.map((curve, i) => ({ curve, past: pasts[i] }))
  const results = judgeScan({ strings, conditions })
  return results.map((result, i): Judged => {
    const { measured, verdict, confidence, evidence } = result
    return {
      figures: measured?.figures ?? noFigures,
      stc: stcOf(curves[i], irradianceWm2, cellC),
      verdict,
      confidence,
      evidence,
      silence: silenceOf(result, irradianceWm2),
    }
  })
}

function soundPasts({ curves, ...light }: EarlierScan): StringOfScan['past'][] {
  const conditions = conditionsOf(light)
  const known = curves.flatMap((curve) => (curve ? [{ curve }] : []))
  const results = judgeScan({ strings: known, conditions })
  const sound = new Set(known.filter((_, i) => results[i]?.verdict === 'healthy').map(({ curve }) => curve))
  return curves.map((curve) => (curve && sound.has(curve) ? { curve, conditions } : undefined))
}

function stcOf(curve: Curve | undefined, irradianceWm2: number | null, cellC: number | null): IvCurve['stc'] {
  const stc = curve && irradianceWm2 !== null && cellC !== null ? toStc(curve, irradianceWm2, cellC) : null
  if (!stc) return null
  const figures: Figures = stc.figures
  return {
    voltageV: [...stc.curve.voltageV],
    currentA: [...stc.curve.currentA],
    samples: [...stc.samples],
    figures,
    coefficients: stc.coefficients,
  }
}

/** Without a sensor it is the missing light that leaves a question open. */
function silenceOf({ silence }: StringResult, irradianceWm2: number | null): IvSilence | null {
  if (silence === 'tooDark') return 'lowIrradiance'
  const isOpen = silence === 'ambiguous' || silence === 'nothingToCompare'
  return isOpen && irradianceWm2 === null ? 'noIrradiance' : silence
}

import type { IvCurve, IvFigures, IvSilence } from '@helioport/contract'
import { cellFromBack, type Curve, type Figures, judgeScan, type StringResult, toStc } from '@helioport/iv'

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

/** Figures, curve at standard conditions and verdict of every string of one scan, in their order. */
export function judgeStrings(curves: readonly Curve[], { irradianceWm2, moduleC }: ScanLight): Judged[] {
  const cellC = moduleC === null ? null : cellFromBack(moduleC, irradianceWm2 ?? 0)
  const results = judgeScan({ strings: curves.map((curve) => ({ curve })), conditions: { irradianceWm2, cellC } })
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

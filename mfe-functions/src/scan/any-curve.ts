import type { IvCurve } from '@helioport/contract'

const voltageV = Array.from({ length: 64 }, (_, i) => (i * 640) / 63)

/** A sound string of 10 A and 640 V, for tests; `change` overrides. */
export function anyCurve(string: number, change: Partial<IvCurve> = {}, currentShare = 1): IvCurve {
  const currentA = voltageV.map((v) => currentShare * 10 * (1 - (v / 640) ** 12))
  return {
    mppt: Math.ceil(string / 2),
    string,
    voltageV,
    currentA,
    figures: {
      iscA: 10 * currentShare,
      vocV: 640,
      pmpW: 4700 * currentShare,
      impA: 9 * currentShare,
      vmpV: 522,
      fillFactor: 0.73,
      seriesOhm: 2,
      shuntOhm: 2000,
    },
    stc: null,
    verdict: 'healthy',
    confidence: 0.9,
    evidence: { measure: 'fillFactor', value: 0.73, expected: 0.73, lossShare: 0, against: 'siblings', samples: [] },
    silence: null,
    expected: null,
    reviews: [],
    ...change,
  }
}

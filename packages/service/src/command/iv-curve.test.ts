import { readFileSync } from 'node:fs'
import type { IvVerdict } from '@helioport/contract'
import { type Curve, figuresOf } from './iv-curve.ts'
import { toStc, translate1 } from './iv-stc.ts'
import { judgeStrings } from './iv-verdict.ts'

/** Single diode of one string: photocurrent, saturation current (A), series, shunt (ohm), n·Ns·k·T/q (V). */
interface Diode {
  il: number
  i0: number
  rs: number
  rsh: number
  a: number
}

const pointOf = ({ il, i0, rs, rsh, a }: Diode, diodeV: number) => {
  const current = il - i0 * Math.expm1(diodeV / a) - diodeV / rsh
  return { current, voltage: diodeV - current * rs }
}

/** Root of a rising function. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high]
  for (let i = 0; i < 100; i += 1) {
    const middle = (a + b) / 2
    if (f(middle) > 0) b = middle
    else a = middle
  }
  return (a + b) / 2
}

/** 64 points from V = 0 to Voc, evenly spaced in voltage. */
function curveOf(parts: readonly Diode[], points = 64, seriesOhm = 0): Curve {
  const most = Math.max(...parts.map(({ il }) => il))
  const open = (d: Diode) => bisect((v) => -pointOf(d, v).current, 0, 100 * d.a)
  const voltageAt = (current: number) =>
    parts.reduce((sum, d) => {
      const diodeV = bisect((v) => current - pointOf(d, v).current, -5 - Math.abs(current) * d.rsh, open(d))
      return sum + Math.max(diodeV - current * d.rs, -0.5 * (parts.length > 1 ? 20 : 1))
    }, -current * seriesOhm)
  const voc = voltageAt(0)
  const voltageV = Array.from({ length: points }, (_, i) => (voc * i) / (points - 1))
  return { voltageV, currentA: voltageV.map((v) => bisect((i) => v - voltageAt(i), 0, most)) }
}

const kelvin = 273.15
/** A string of 20 modules as De Soto's model has it at an irradiance (W/m2) and a cell temperature (degC). */
function stringAt(irradiance: number, cellC: number, change: Partial<Diode> = {}, share = 1): Diode {
  const [t, t0] = [cellC + kelvin, 25 + kelvin]
  const gap = 1.121 * (1 - 0.0002677 * (cellC - 25))
  const light = irradiance / 1000
  const a0 = 1.85 * 20 * share
  return {
    il: light * 11 * (1 + 0.0005 * (cellC - 25)),
    i0: 11 * Math.exp(-(49.5 * 20 * share) / a0) * (t / t0) ** 3 * Math.exp((1.121 / t0 - gap / t) / 8.617333e-5),
    rs: 0.25 * 20 * share,
    rsh: (350 * 20 * share) / light,
    a: (a0 * t) / t0,
    ...change,
  }
}

interface Exact {
  'IV Curves': {
    Voltages: string[]
    Currents: string[]
    v_oc: string
    i_sc: string
    p_mp: string
  }[]
}

test('figures of exact curves: Isc and Voc within 0.1 %, Pmp within 0.2 %', () => {
  const file = '/work/shared/data/iv-curves-exact.json'
  const curves = (JSON.parse(readFileSync(file, 'utf8')) as Exact)['IV Curves']
  expect(curves.length).toBe(32)
  for (const exact of curves) {
    const figures = figuresOf({ voltageV: exact.Voltages.map(Number), currentA: exact.Currents.map(Number) })
    expect(Math.abs((figures.iscA ?? 0) / Number(exact.i_sc) - 1)).toBeLessThan(0.001)
    expect(Math.abs((figures.vocV ?? 0) / Number(exact.v_oc) - 1)).toBeLessThan(0.001)
    expect(Math.abs((figures.pmpW ?? 0) / Number(exact.p_mp) - 1)).toBeLessThan(0.002)
    expect(figures.fillFactor).toBeGreaterThan(0.4)
  }
})

test('translated to STC from 200 to 1100 W/m2 the greatest power agrees within 1 %', () => {
  const reference = figuresOf(curveOf([stringAt(1000, 25)]))
  // What its datasheet would print.
  const warm = figuresOf(curveOf([stringAt(1000, 45)]))
  const perK = (hot: number | null, cold: number | null) => ((hot ?? 0) / (cold ?? 1) - 1) / 20
  const own = { alphaRel: perK(warm.iscA, reference.iscA), betaRel: perK(warm.vocV, reference.vocV) }
  for (const irradiance of [200, 400, 700, 1000, 1100]) {
    // Cells in air of 0 to 40 degC are warmer than it by about 0.03 K per W/m2.
    for (const airC of [0, 20, 40]) {
      const cellC = airC + 0.03 * irradiance
      const stc = toStc(curveOf([stringAt(irradiance, cellC)]), irradiance, cellC, own)
      const figures = figuresOf(stc ?? { voltageV: [], currentA: [] })
      const share = (figures.pmpW ?? 0) / (reference.pmpW ?? 1)
      expect([irradiance, cellC, Math.abs(share - 1) < 0.01, share]).toEqual([irradiance, cellC, true, share])
    }
  }
})

test('translated upward by procedure 1 the curve ends above I = 0, and Voc is led on to', () => {
  const [measured, reference] = [stringAt(850, 25), figuresOf(curveOf([stringAt(1000, 25)]))]
  const curve = curveOf([measured])
  const up = translate1(curve, 850, 25, {
    alphaA: 0.0055,
    betaV: -2.9,
    seriesOhm: measured.rs,
    kappa: 0,
    iscA: figuresOf(curve).iscA ?? 0,
  })
  const last = up.voltageV.at(-1) ?? 0
  expect(up.currentA.at(-1)).toBeGreaterThan(1)
  const figures = figuresOf(up)
  expect(figures.vocV).toBeGreaterThan(last)
  expect(Math.abs((figures.vocV ?? 0) / (reference.vocV ?? 1) - 1)).toBeLessThan(0.01)
  expect(Math.abs((figures.pmpW ?? 0) / (reference.pmpW ?? 1) - 1)).toBeLessThan(0.01)
})

const sound = stringAt(900, 45)
const soundCurve = curveOf([sound])
const cases: [IvVerdict, Curve][] = [
  ['healthy', soundCurve],
  ['openString', { ...soundCurve, currentA: soundCurve.currentA.map(() => 0) }],
  ['shade', curveOf([stringAt(900, 45, {}, 0.7), stringAt(450, 45, {}, 0.3)])],
  ['soiling', curveOf([stringAt(765, 45)])],
  ['shunt', curveOf([stringAt(900, 45, { rsh: 0.05 * sound.rsh })])],
  ['seriesResistance', curveOf([sound], 64, 8)],
  ['lowVoltage', curveOf([stringAt(900, 45, {}, 0.9)])],
  ['degraded', curveOf([stringAt(900, 45, { i0: sound.i0 * 15, rsh: 0.1 * sound.rsh })])],
]

test.each(cases)('among sound strings %s is named', (verdict, curve) => {
  const curves = [curve, ...Array.from({ length: 7 }, () => soundCurve)]
  const [own, ...others] = judgeStrings(
    curves.map((one) => ({ curve: one, figures: figuresOf(one) })),
    900,
  )
  expect(own).toMatchObject({ verdict, silence: null })
  expect(own?.confidence).toBeGreaterThanOrEqual(0.5)
  expect(others.map((other) => other.verdict)).toEqual(others.map(() => 'healthy'))
})

test('a string that ends before its siblings, swept on with them, shows no step', () => {
  const curve = curveOf([stringAt(900, 45, { rsh: 0.05 * sound.rsh })])
  const voc = curve.voltageV.at(-1) ?? 0
  const voltageV = Array.from({ length: 64 }, (_, i) => (voc * 1.03 * i) / 63)
  const currentA = voltageV.map((v) => {
    const at = Math.min(Math.floor((v / voc) * 63), 62)
    const share = (v / voc) * 63 - at
    return v >= voc ? 0 : (curve.currentA[at] ?? 0) * (1 - share) + (curve.currentA[at + 1] ?? 0) * share
  })
  const strings = [{ voltageV, currentA }, soundCurve, soundCurve, soundCurve]
  const [own] = judgeStrings(
    strings.map((one) => ({ curve: one, figures: figuresOf(one) })),
    900,
  )
  expect(own?.verdict).toBe('shunt')
})

test('a figure that all strings share is judged by itself', () => {
  const hurt = curveOf([stringAt(900, 45, { rsh: 0.05 * sound.rsh })])
  const curves = Array.from({ length: 4 }, () => ({ curve: hurt, figures: figuresOf(hurt) }))
  expect(judgeStrings(curves, 900).map(({ verdict }) => verdict)).toEqual(['shunt', 'shunt', 'shunt', 'shunt'])
})

test('without enough light, or none known, nothing is said', () => {
  const strings = [{ curve: soundCurve, figures: figuresOf(soundCurve) }]
  expect(judgeStrings(strings, 699)).toMatchObject([{ verdict: null, silence: 'lowIrradiance' }])
  expect(judgeStrings(strings, null)).toMatchObject([{ verdict: null, silence: 'noIrradiance' }])
  expect(judgeStrings(strings, 700)).toMatchObject([{ verdict: 'healthy' }])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '../testing/random.ts'
import type { Curve } from './curve.ts'
import { measure } from './figures.ts'

interface Exact {
  'IV Curves': {
    Voltages: string[]
    Currents: string[]
    v_oc: string
    i_sc: string
    v_mp: string
    i_mp: string
    p_mp: string
  }[]
}

const folder = process.env['HELIOPORT_REFERENCE_DATA'] ?? join(process.cwd(), '../shared/data')
const file = [join(folder, 'iv-curves-exact.json'), '/work/shared/data/iv-curves-exact.json'].find(existsSync)
const curves = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as Exact)['IV Curves']
const describeWithData = file === undefined ? describe.skip : describe
const skipped = file === undefined ? ' (skipped: iv-curves-exact.json is not there)' : ''

const exactOf = (one: Exact['IV Curves'][number]): Curve => ({
  voltageV: one.Voltages.map(Number),
  currentA: one.Currents.map(Number),
})

describeWithData(`curves that are known to many digits${skipped}`, () => {
  test('figures of exact curves agree to a millionth', () => {
    expect(curves).toHaveLength(32)
    for (const exact of curves) {
      const figures = measure(exactOf(exact)).measured?.figures
      expect(figures).toBeDefined()
      const wanted = [exact.i_sc, exact.v_oc, exact.i_mp, exact.v_mp, exact.p_mp].map(Number)
      const own = [figures?.iscA, figures?.vocV, figures?.impA, figures?.vmpV, figures?.pmpW]
      for (const [i, value] of own.entries()) expect((value ?? 0) / (wanted[i] ?? 1)).toBeCloseTo(1, 6)
    }
  })

  test('with 1 % of noise the mean error of Pmp is under 0.6 %, and the noise is estimated', () => {
    const random = randomFrom(5)
    let off = 0
    for (const exact of curves) {
      const { voltageV, currentA } = exactOf(exact)
      const isc = Number(exact.i_sc)
      const noisy = { voltageV, currentA: currentA.map((i) => i + 0.01 * isc * random.normal()) }
      const { measured } = measure(noisy)
      off += Math.abs((measured?.figures.pmpW ?? 0) / Number(exact.p_mp) - 1) / curves.length
      expect((measured?.clean.noiseA ?? 0) / isc).toBeGreaterThan(0.006)
      expect((measured?.clean.noiseA ?? 0) / isc).toBeLessThan(0.018)
    }
    expect(off).toBeLessThan(0.006)
  })

  test('order, sign, repeated voltages, an outlier and a tail of zeros do not change the figures', () => {
    const [exact] = curves
    if (!exact) throw new Error('no curve')
    const { voltageV, currentA } = exactOf(exact)
    const plain = measure({ voltageV, currentA }).measured?.figures
    const tail = Array.from({ length: 20 }, (_, i) => Number(exact.v_oc) + 0.2 * (i + 1))
    const spoilt = {
      voltageV: [...voltageV, ...voltageV.slice(10, 12), ...tail].toReversed(),
      currentA: [...currentA.with(30, (currentA[30] ?? 0) * 0.6), ...currentA.slice(10, 12), ...tail.map(() => 0)]
        .toReversed()
        .map((i) => -i),
    }
    const { measured, problems } = measure(spoilt)
    expect(problems).toEqual(['signTurned', 'repeatedVoltage', 'outlier'])
    expect((measured?.figures.pmpW ?? 0) / (plain?.pmpW ?? 1)).toBeCloseTo(1, 3)
    expect((measured?.figures.vocV ?? 0) / (plain?.vocV ?? 1)).toBeCloseTo(1, 3)
    expect((measured?.figures.iscA ?? 0) / (plain?.iscA ?? 1)).toBeCloseTo(1, 3)
  })

  test('extrapolates Isc and Voc that the sweep did not reach to within 0.5 %', () => {
    for (const exact of curves) {
      const { voltageV, currentA } = exactOf(exact)
      const kept = voltageV.flatMap((v, i) =>
        v > 0.05 * Number(exact.v_oc) && v < 0.97 * Number(exact.v_oc) ? [i] : [],
      )
      const part = { voltageV: kept.map((i) => voltageV[i] ?? 0), currentA: kept.map((i) => currentA[i] ?? 0) }
      const { measured } = measure(part)
      expect(Math.abs((measured?.figures.vocV ?? 0) / Number(exact.v_oc) - 1)).toBeLessThan(0.005)
      expect(Math.abs((measured?.figures.iscA ?? 0) / Number(exact.i_sc) - 1)).toBeLessThan(0.005)
    }
  })
})

test('names the problem of points that form no curve', () => {
  const zeros = Array.from({ length: 30 }, (_, i) => i)
  expect(measure({ voltageV: [1, 2], currentA: [1] }).problems).toEqual(['lengthsDiffer'])
  expect(measure({ voltageV: [1, 2, 3], currentA: [3, 2, 1] }).problems).toEqual(['tooFewPoints'])
  expect(measure({ voltageV: zeros, currentA: zeros.map(() => 0) }).problems).toEqual(['noCurrent'])
  expect(measure({ voltageV: zeros, currentA: zeros.map(() => Number.NaN) }).problems).toEqual([
    'notANumber',
    'tooFewPoints',
  ])
})

test('a partial curve without its peak has no figures (peakNotReached)', () => {
  const volts = Array.from({ length: 450 }, (_, k) => 0.1 * k)
  const knee = (v: number) => 9 - 0.002 * v - 1.2e-9 * Math.expm1(v / 1.9)
  const part = (from: number, to: number) => {
    const own = volts.filter((v) => v >= from && v <= to && knee(v) > 0)
    return measure({ voltageV: own, currentA: own.map(knee) })
  }
  const whole = part(0, 45).measured?.figures
  expect(whole?.vmpV).toBeGreaterThan(33)
  for (const [from, to] of [
    [0, 22],
    [0, 32],
    [39, 45],
  ] as const) {
    expect(part(from, to)).toMatchObject({ measured: null })
    expect(part(from, to).problems).toContain('peakNotReached')
  }
  expect((part(15, 40).measured?.figures.pmpW ?? 0) / (whole?.pmpW ?? 1)).toBeCloseTo(1, 2)
})

test('measures a sweep there and back, far beyond Voc, with the generated current negative', () => {
  const knee = (v: number) => 6.5 - 0.002 * v - 1.2e-9 * Math.expm1(v / 1.9)
  const volts = Array.from({ length: 300 }, (_, i) => 0.15 * i)
  const sign = (i: number) => -Math.max(i, -25.6)
  // Cells that store charge deviate from their curve, to opposite sides per direction.
  const there = { voltageV: volts.map((v) => v + 0.1), currentA: volts.map((v) => sign(knee(v))) }
  const back = { voltageV: volts.map((v) => v - 0.1), currentA: volts.map((v) => sign(knee(v))) }
  const both = {
    voltageV: [...there.voltageV, ...back.voltageV.toReversed()],
    currentA: [...there.currentA, ...back.currentA.toReversed()],
  }
  const plain = measure({ voltageV: volts, currentA: volts.map(knee) }).measured?.figures
  const { measured } = measure(both)
  expect(measured?.clean.problems).toContain('signTurned')
  expect((measured?.figures.pmpW ?? 0) / (plain?.pmpW ?? 1)).toBeCloseTo(1, 3)
  expect((measured?.figures.vocV ?? 0) / (plain?.vocV ?? 1)).toBeCloseTo(1, 3)
  expect((measured?.clean.noiseA ?? 1) / 6.5).toBeLessThan(0.001)
  const night = { voltageV: volts, currentA: volts.map((v) => 1.2e-9 * Math.expm1(v / 1.9)) }
  expect(measure(night).measured).toBeNull()
})

import type { Curve } from '../curve/curve.ts'
import { measure } from '../curve/figures.ts'
import { median } from '../curve/statistics.ts'
import { cellTypes, type CellType, datasheetOf } from '../testing/cells.ts'
import { faultyString, soundString } from '../testing/make-fault.ts'
import { sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { evenSampling, exactString, sample } from '../testing/simulate-string.ts'
import { procedure1 } from './procedures.ts'
import { toStc } from './to-stc.ts'

const modules = 20
const curveOf = (cell: CellType, irradianceWm2: number, cellC: number): Curve =>
  sample(exactString(cell, soundString({ cell, modules, irradianceWm2, cellC })), evenSampling, randomFrom(1))

const off = (curve: Curve, irradianceWm2: number, cellC: number, cell: CellType, isKnown: boolean) => {
  const module = sheetOf(cell)
  const stc = toStc(curve, irradianceWm2, cellC, isKnown ? { module } : undefined)
  expect(stc?.coefficients).toBe(isKnown ? 'datasheet' : 'general')
  return (stc?.figures.pmpW ?? 0) / (modules * module.impA * module.vmpV) - 1
}

test.each(cellTypes.map((cell) => [cell.name, cell] as const))(
  '%s: Pmp at STC within 1 %% with a datasheet and 4 %% without, from 200 to 1100 W/m2',
  (_, cell) => {
    for (const irradianceWm2 of [200, 450, 1100]) {
      for (const cellC of [10, 40, 70]) {
        const curve = curveOf(cell, irradianceWm2, cellC)
        expect(Math.abs(off(curve, irradianceWm2, cellC, cell, true))).toBeLessThan(0.01)
        expect(Math.abs(off(curve, irradianceWm2, cellC, cell, false))).toBeLessThan(0.04)
      }
    }
  },
)

test('without a datasheet Pmp at STC of hot cells in weak light is within 4 %', () => {
  const [older, perc = older] = cellTypes
  for (const cell of [
    { ...older, seriesOhm: 0.34 },
    { ...perc, recombination: 0.12 },
  ]) {
    for (const [irradianceWm2, cellC] of [
      [200, 70],
      [300, 70],
      [1000, 70],
      [200, 10],
    ] as const) {
      const curve = curveOf(cell, irradianceWm2, cellC)
      expect(Math.abs(off(curve, irradianceWm2, cellC, cell, false))).toBeLessThan(0.04)
    }
  }
})

test('a datasheet reveals a leak that does not grow with irradiance', () => {
  for (const basic of cellTypes) {
    const cell = { ...basic, shuntOhm: basic.shuntOhm / 2, darkLeak: 1 }
    const curve = curveOf(cell, 200, 25)
    expect(Math.abs(off(curve, 200, 25, cell, true))).toBeLessThan(0.015)
  }
})

test('the step of a shaded string does not count as series resistance: Pmp at STC is within 3 %', () => {
  for (const cell of cellTypes.slice(0, 3)) {
    const shaded = (irradianceWm2: number, cellC: number) => {
      const { groups } = soundString({ cell, modules, irradianceWm2, cellC })
      const [{ at, count } = { at: undefined, count: 0 }] = groups
      if (!at) throw new Error('no group')
      const dark = { at: { ...at, irradianceWm2: 0.3 * irradianceWm2 }, count: count / 3 }
      return exactString(cell, { groups: [{ at, count: (2 * count) / 3 }, dark], extraOhm: 0 })
    }
    const curve = sample(shaded(540, 40), evenSampling, randomFrom(1))
    const stc = toStc(curve, 540, 40, { module: sheetOf(cell), modules, parallel: 1 })
    expect(Math.abs((stc?.figures.pmpW ?? 0) / shaded(1000, 25).pmpW - 1)).toBeLessThan(0.03)
  }
})

test('at STC no current exceeds Isc, and a fault keeps its loss', () => {
  for (const cell of cellTypes.slice(0, 2)) {
    for (const fault of ['mismatch', 'shade', 'shunt', 'seriesResistance', 'pid'] as const) {
      const made = (irradianceWm2: number, cellC: number) =>
        exactString(cell, faultyString({ cell, modules, irradianceWm2, cellC }, fault, randomFrom(3)))
      const curve = sample(made(500, 45), evenSampling, randomFrom(1))
      const stc = toStc(curve, 500, 45, { module: sheetOf(cell), modules, parallel: 1 })
      expect(Math.max(...(stc?.curve.currentA ?? []))).toBeLessThan(1.001 * (stc?.figures.iscA ?? 0))
      const [told, truth] = [stc?.figures.pmpW ?? 0, made(1000, 25).pmpW]
      const sound = modules * sheetOf(cell).impA * sheetOf(cell).vmpV
      // A smaller loss may be that of sound modules in weak light.
      if (truth < 0.94 * sound) expect(1 - told / sound).toBeGreaterThan(0.45 * (1 - truth / sound))
    }
  }
})

test('finds the number of modules; gives no result at 30 W/m2', () => {
  const [cell] = cellTypes
  const curve = curveOf(cell, 800, 50)
  expect(toStc(curve, 800, 50, { module: sheetOf(cell) })).toMatchObject({ modules, parallel: 1 })
  expect(toStc(curve, 30, 25)).toBeNull()
})

test('procedure 1 to higher irradiance ends above zero current, and Voc is extrapolated', () => {
  const [cell] = cellTypes
  const [curve, reference] = [curveOf(cell, 850, 25), measure(curveOf(cell, 1000, 25)).measured?.figures]
  const up = procedure1(curve, 850, 25, {
    alphaA: 0,
    betaV: 0,
    seriesOhm: cell.seriesOhm * modules,
    kappa: 0,
    iscA: measure(curve).measured?.figures.iscA ?? 0,
  })
  expect(up.currentA.at(-1)).toBeGreaterThan(1)
  const figures = measure(up).measured?.figures
  expect(Math.abs((figures?.vocV ?? 0) / (reference?.vocV ?? 1) - 1)).toBeLessThan(0.005)
  expect(Math.abs((figures?.pmpW ?? 0) / (reference?.pmpW ?? 1) - 1)).toBeLessThan(0.01)
})

test('both procedures agree within 1 % near 1000 W/m2 and differ in detail', () => {
  const [cell] = cellTypes
  if (!cell) throw new Error('no cell')
  const curve = curveOf(cell, 880, 45)
  const [one, two] = ([1, 2] as const).map((procedure) => toStc(curve, 880, 45, { module: sheetOf(cell) }, procedure))
  expect((one?.figures.pmpW ?? 0) / (two?.figures.pmpW ?? 1)).toBeCloseTo(1, 2)
  expect(one?.figures.pmpW).not.toBe(two?.figures.pmpW)
  // Procedure 1 adds current, so its last point is no longer on the axis.
  expect(one?.curve.currentA.at(-1)).not.toBeCloseTo(two?.curve.currentA.at(-1) ?? 0, 2)
})

/** Variants of the cells: series and shunt resistance, leaks in the dark, a second diode. */
const variants: Partial<Record<'series' | 'shunt' | 'darkLeak' | 'recombination', number>>[] = [
  { darkLeak: 1 },
  { shunt: 0.4, darkLeak: 1 },
  { series: 0.75 },
  { series: 1.3 },
  { series: 1.3, recombination: 0.25 },
  { recombination: 0.25, darkLeak: 1 },
]

test.each(variants)('without a datasheet Pmp at STC of modules with %o is within 4 %% or absent', (variant) => {
  const { series = 1, shunt = 1, ...rest } = variant
  const sizes: number[] = []
  for (const basic of cellTypes) {
    const cell = { ...basic, ...rest, seriesOhm: series * basic.seriesOhm, shuntOhm: shunt * basic.shuntOhm }
    const { impA, vmpV } = datasheetOf(cell)
    for (const irradianceWm2 of [200, 300, 500, 1100]) {
      for (const cellC of [10, 40, 70]) {
        const stc = toStc(curveOf(cell, irradianceWm2, cellC), irradianceWm2, cellC)
        if (stc) sizes.push(Math.abs(stc.figures.pmpW / (modules * impA * vmpV) - 1))
      }
    }
  }
  expect(Math.max(...sizes)).toBeLessThan(0.04)
  expect(median(sizes)).toBeLessThan(0.025)
})

test('with a datasheet, strong recombination causes no trend of Pmp at STC over irradiance', () => {
  for (const basic of cellTypes) {
    const cell = { ...basic, recombination: 0.25 }
    const module = datasheetOf(cell)
    const { impA, vmpV } = module
    for (const irradianceWm2 of [200, 300, 500, 800]) {
      for (const cellC of [10, 40, 70]) {
        const stc = toStc(curveOf(cell, irradianceWm2, cellC), irradianceWm2, cellC, { module })
        expect(Math.abs((stc?.figures.pmpW ?? 0) / (modules * impA * vmpV) - 1)).toBeLessThan(0.008)
      }
    }
  }
})

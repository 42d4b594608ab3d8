import type { Curve } from '../curve/curve.ts'
import { cellTypes } from '../testing/cells.ts'
import { faultyString, madeFaults, soundString, type StringSite } from '../testing/make-fault.ts'
import { makeRealScan, makeScan, sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { evenSampling, exactString, sample, type StringPhysics } from '../testing/simulate-string.ts'
import { judgeScan } from './judge-scan.ts'
import type { Scan } from './scan.ts'

const [, perc] = cellTypes
const cell = perc ?? cellTypes[0]
const site: StringSite = { cell, modules: 18, irradianceWm2: 900, cellC: 45 }
const random = randomFrom(11)
const sampling = { ...evenSampling, noise: 0.004 }
const curveOf = (physics: StringPhysics, drift = 0): Curve =>
  sample(exactString(cell, physics), sampling, random, drift)
const sound = (at: StringSite = site, count = 9) =>
  Array.from({ length: count }, () => ({ curve: curveOf(soundString(at)) }))
const conditions = { irradianceWm2: 900, cellC: 45 }
const said = (scan: Scan) => judgeScan(scan).map(({ verdict, silence }) => verdict ?? silence)

test.each(madeFaults)('names %s among sound strings, with evidence from its own points', (fault) => {
  const strings = [{ curve: curveOf(faultyString(site, fault, randomFrom(4))) }, ...sound()]
  const [own, ...others] = judgeScan({ strings, conditions })
  expect(own).toMatchObject({ verdict: fault, silence: null })
  expect(own?.confidence).toBeGreaterThan(0.6)
  expect(own?.evidence?.against).toBe('siblings')
  expect(others.map(({ verdict }) => verdict)).toEqual(others.map(() => 'healthy'))
  for (const place of own?.evidence?.samples ?? []) expect(place).toBeLessThan(64)
})

test('the expected curve comes from siblings, or from the datasheet if all are soiled; absent without both', () => {
  const at = ({ voltageV, currentA }: Curve, v: number) => currentA[voltageV.findIndex((one) => one >= v)] ?? 0
  const strings = [{ curve: curveOf(faultyString(site, 'shade', randomFrom(4))) }, ...sound()]
  const results = judgeScan({ strings, conditions })
  const best = results[3]?.measured?.figures
  const expected = results[0]?.expected
  if (!best || !expected) throw new Error('no curve')
  expect(at(expected, 0) / best.iscA).toBeCloseTo(1, 1)
  expect(at(expected, best.vmpV) / best.impA).toBeCloseTo(1, 1)
  expect((expected.voltageV.at(-1) ?? 0) / best.vocV).toBeCloseTo(1, 1)
  const module = sheetOf(cell)
  const dirty = judgeScan({ strings: sound({ ...site, irradianceWm2: 810 }), conditions, module })
  expect(at(dirty[0]?.expected ?? expected, 0) / (dirty[0]?.measured?.figures.iscA ?? 1)).toBeCloseTo(1 / 0.9, 1)
  expect(judgeScan({ strings: sound(site, 1), conditions })[0]?.expected).toBeNull()
})

test('a shape that all siblings share is not a fault', () => {
  const leaky = { ...cell, shuntOhm: cell.shuntOhm / 12, seriesOhm: cell.seriesOhm * 3 }
  const curves = Array.from({ length: 8 }, () => sample(exactString(leaky, soundString(site)), sampling, random))
  expect(said({ strings: curves.map((curve) => ({ curve })), conditions })).toEqual(curves.map(() => 'healthy'))
})

test('finds uniform soiling by irradiance sensor and datasheet or past, and not without them', () => {
  const dirty = sound({ ...site, irradianceWm2: 810 })
  const module = sheetOf(cell)
  expect(said({ strings: dirty, conditions, module })).toEqual(dirty.map(() => 'soilingAll'))
  expect(said({ strings: dirty, conditions })).toEqual(dirty.map(() => 'healthy'))
  expect(said({ strings: dirty, conditions: { ...conditions, irradianceWm2: null }, module })).not.toContain(
    'soilingAll',
  )
  const past = { curve: curveOf(soundString(site)), conditions }
  expect(said({ strings: dirty.map((string) => ({ ...string, past })), conditions })).toEqual(
    dirty.map(() => 'soilingAll'),
  )
  const weak = sound({ ...site, irradianceWm2: 900 * 0.965 })
  expect(said({ strings: weak, conditions, module })).toEqual(weak.map(() => 'healthy'))
})

test('ageing is not soiling: known years of operation are allowed for against datasheet and past', () => {
  const module = sheetOf(cell)
  const own = randomFrom(5)
  const old = (years: number, light = 900, count = 4) => {
    const worn = { ...cell, photoA: cell.photoA * (1 - 0.005 * years), seriesOhm: cell.seriesOhm * (1 + 0.03 * years) }
    const physics = soundString({ ...site, cell: worn, irradianceWm2: light })
    return Array.from({ length: count }, () => ({ curve: sample(exactString(worn, physics), sampling, own) }))
  }
  const all = (verdict: string) => Array.from({ length: 4 }, () => verdict)
  // Loss of 6 % by age and 2 % by ordinary dust.
  const aged = old(12, 900 * 0.98)
  expect(said({ strings: aged, conditions, module })).toEqual(all('soilingAll'))
  expect(said({ strings: aged, conditions, module, ageYears: 12 })).toEqual(all('healthy'))
  expect(said({ strings: old(12, 900 * 0.8), conditions, module, ageYears: 12 })).toEqual(all('soilingAll'))
  const past = { curve: sample(exactString(cell, soundString(site)), sampling, own), conditions }
  const since = (yearsAgo?: number) =>
    said({ strings: aged.map((string) => ({ ...string, past: { ...past, yearsAgo } })), conditions, ageYears: 12 })
  expect(since(12)).toEqual(all('healthy'))
  expect(since(1)).toEqual(all('soilingAll'))
  const alone = old(25, 900, 1)
  expect(said({ strings: alone, conditions, module })).toEqual(['soiling'])
  expect(said({ strings: alone, conditions, module, ageYears: 25 })).toEqual(['healthy'])
})

test('compares a single string with its datasheet or past; without both it is nothingToCompare', () => {
  const module = sheetOf(cell)
  const alone = (curve: Curve, more: Partial<Scan> = {}) => said({ strings: [{ curve }], conditions, ...more })[0]
  expect(alone(curveOf(soundString(site)), { module })).toBe('healthy')
  expect(alone(curveOf(soundString(site)))).toBe('nothingToCompare')
  const shaded = curveOf(faultyString(site, 'shade', randomFrom(8)))
  expect(alone(shaded, { module })).toBe('shade')
  const past = {
    curve: curveOf(soundString({ ...site, irradianceWm2: 700, cellC: 35 })),
    conditions: { irradianceWm2: 700, cellC: 35 },
  }
  expect(said({ strings: [{ curve: curveOf(soundString(site)), past }], conditions })).toEqual(['healthy'])
  const resistive = { ...soundString(site), extraOhm: cell.seriesOhm * site.modules * 1.5 }
  expect(said({ strings: [{ curve: curveOf(resistive), past }], conditions })).toEqual(['seriesResistance'])
})

test('of two strings, equal ones are sound and a weaker one is compared with the better', () => {
  expect(said({ strings: sound(site, 2), conditions })).toEqual(['healthy', 'healthy'])
  const dirty = { curve: curveOf(soundString({ ...site, irradianceWm2: 780 })) }
  expect(said({ strings: [dirty, ...sound(site, 1)], conditions })).toEqual(['soiling', 'healthy'])
})

test('compares only strings of equal length; a single shorter one is shortedSubstring', () => {
  const strings = [...sound(site, 6), ...sound({ ...site, modules: 16 }, 5)]
  expect(said({ strings, conditions })).toEqual(strings.map(() => 'healthy'))
  const one = [...sound(site, 6), ...sound({ ...site, modules: 17 }, 1)]
  expect(said({ strings: one, conditions }).at(-1)).toBe('shortedSubstring')
})

test('gives no verdict in weak light, under moving clouds or with too few points', () => {
  const strings = sound()
  expect(said({ strings, conditions: { ...conditions, irradianceWm2: 250 } })).toEqual(strings.map(() => 'tooDark'))
  const cloudy = { ...conditions, irradianceBeforeWm2: 950, irradianceAfterWm2: 800 }
  expect(said({ strings, conditions: cloudy })).toEqual(strings.map(() => 'unsteadyLight'))
  const short = { curve: { voltageV: [0, 1, 2], currentA: [3, 2, 1] } }
  expect(said({ strings: [short, ...strings], conditions })[0]).toBe('tooFewPoints')
})

test('confidence falls with noise, weak light and unsteady light', () => {
  const strings = sound()
  const confidence = (scan: Scan) =>
    judgeScan(scan).reduce((sum, one) => sum + (one.confidence ?? 0), 0) / scan.strings.length
  const best = confidence({ strings, conditions })
  const cloudy = { ...conditions, irradianceBeforeWm2: 930, irradianceAfterWm2: 870 }
  expect(confidence({ strings, conditions: cloudy })).toBeLessThan(best - 0.05)
  expect(confidence({ strings, conditions: { ...conditions, irradianceWm2: 500 } })).toBeLessThan(best - 0.05)
  const noisy = strings.map(() => ({
    curve: sample(exactString(cell, soundString(site)), { ...sampling, noise: 0.02 }, random),
  }))
  expect(confidence({ strings: noisy, conditions })).toBeLessThan(best - 0.05)
})

test('flags no sound string that has the spread of real ones', () => {
  const own = randomFrom(3)
  const verdicts = Array.from({ length: 6 }, () => judgeScan(makeRealScan(own, 400, 1100).scan)).flat()
  expect(verdicts.flatMap(({ verdict }) => (verdict === 'healthy' ? [] : (verdict ?? [])))).toEqual([])
  expect(verdicts.filter(({ verdict }) => verdict === 'healthy').length).toBeGreaterThan(0.7 * verdicts.length)
})

test('judging a scan is deterministic', () => {
  const { scan } = makeScan(randomFrom(9), { kind: 'mixed', lowWm2: 700, highWm2: 800 })
  expect(JSON.stringify(judgeScan(scan))).toBe(JSON.stringify(judgeScan(scan)))
})

import type { Curve } from '@helioport/iv'
import type { DeviceModules } from '@helioport/contract'
import { type EarlierScan, judgeStrings, type ScanLight } from './iv-judgement.ts'
import { judgeInThread } from './iv-thread.ts'
import { ivCurveRows } from './iv-scan.ts'

/** A diode of 19 modules at 880 W/m2 and 45 degC in the cells; `extraOhm` lies in series with it. */
function curveOf(share = 1, extraOhm = 0) {
  const [photoA, thermalV, seriesOhm] = [10.2 * share, 37.6, 4.2]
  const saturationA = 10.2 / Math.expm1(880 / thermalV)
  const current = (v: number) => {
    let [low, high] = [-1, photoA]
    for (let i = 0; i < 60; i += 1) {
      const middle = (low + high) / 2
      const vd = v + middle * (seriesOhm + extraOhm)
      if (photoA - saturationA * Math.expm1(vd / thermalV) - vd / 5000 > middle) low = middle
      else high = middle
    }
    return low
  }
  const voltageV = Array.from({ length: 64 }, (_, i) => (870 * i) / 63)
  return { voltageV, currentA: voltageV.map(current) }
}

const task = (curves: Curve[], at: ScanLight = light, earlier: EarlierScan | null = null) => ({
  curves,
  mppts: curves.map((_, i) => 1 + (i >> 1)),
  light: at,
  modules: null,
  ageYears: 0,
  earlier,
  procedure: 2 as const,
})

const light = { irradianceWm2: 880, moduleC: 42.4 }
const curves = [curveOf(1, 6), curveOf(0.9), ...Array.from({ length: 6 }, () => curveOf())]

test("a scan's strings get figures, a verdict with evidence, and the curve at STC", () => {
  const judged = judgeStrings(task(curves))
  expect(judged.map(({ verdict }) => verdict).slice(0, 3)).toEqual(['seriesResistance', 'soiling', 'healthy'])
  expect(judged[0]?.evidence).toMatchObject({ measure: 'slopeAtVoc', against: 'siblings' })
  expect(judged[2]?.figures.iscA).toBeCloseTo(10.19, 1)
  expect(judged[2]?.stc?.coefficients).toBe('general')
  // 15 % more light, 20 K cooler.
  expect((judged[2]?.stc?.figures.pmpW ?? 0) / (judged[2]?.figures.pmpW ?? 1)).toBeGreaterThan(1.18)
})

test('low irradiance or a missing sensor is the stated reason; strings are compared without a sensor, too', () => {
  expect(judgeStrings(task(curves, { irradianceWm2: 200, moduleC: 30 })).map(({ silence }) => silence)).toEqual(
    curves.map(() => 'lowIrradiance'),
  )
  const [alone] = judgeStrings(task([curveOf()], { irradianceWm2: null, moduleC: null }))
  expect(alone).toMatchObject({ verdict: null, silence: 'noIrradiance', stc: null })
  const [, second] = judgeStrings(task(curves, { irradianceWm2: null, moduleC: null }))
  expect(second?.verdict).toBe('soiling')
})

test('strings that all yield less than in an earlier scan at the same irradiance are soilingAll', () => {
  const sound = Array.from({ length: 5 }, () => curveOf())
  const dirty = sound.map(() => curveOf(0.9))
  const verdicts = (now: typeof sound) =>
    judgeStrings(task(now, light, { curves: [undefined, ...sound.slice(1)], yearsAgo: 1, ...light })).map(
      ({ verdict }) => verdict,
    )
  expect(verdicts(dirty)).toEqual(dirty.map(() => 'soilingAll'))
  expect(verdicts(sound)).toEqual(sound.map(() => 'healthy'))
  expect(judgeStrings(task(dirty)).map(({ verdict }) => verdict)).toEqual(dirty.map(() => 'healthy'))
})

test('the export lists each point at STC beside its measured point', () => {
  const { voltageV, currentA } = curveOf()
  const swept = {
    voltageV: [...voltageV.slice(0, 50), ...voltageV.slice(51, 61), 900, 910, 920],
    currentA: [...currentA.slice(0, 50), ...currentA.slice(51, 61), 0, 0, 0],
  }
  const [judged] = judgeStrings(task([swept]))
  if (!judged) throw new Error('no judgement')
  const scan = { curves: [{ mppt: 1, string: 1, ...swept, ...judged, reviews: [] }] }
  const rows = [...ivCurveRows(scan)]
  expect(rows).toHaveLength(63)
  for (const [, , , voltage, current, stcV, stcA] of rows) {
    if (stcV === '' || typeof voltage !== 'number') continue
    expect(Number(stcV) - voltage).toBeGreaterThan(20)
    if (typeof current === 'number' && current > 1) expect(Number(stcA) / current).toBeCloseTo(1.12, 0)
  }
  const [first] = scan.curves
  const { figures, pmpErrorW = 0 } = first?.stc ?? { figures: { pmpW: null } }
  expect(rows[0]?.slice(7)).toEqual([figures.pmpW, pmpErrorW])
  expect(pmpErrorW / (figures.pmpW ?? 1)).toBeGreaterThan(0.001)
  expect(pmpErrorW / (figures.pmpW ?? 1)).toBeLessThan(0.04)
  expect(rows[1]?.slice(7)).toEqual(['', ''])
  expect(rows.slice(-2).map(([, , , , , stcV]) => stcV)).toEqual(['', ''])
})

/** Modules of the strings above, 19 in series: each about 10.2 A and 46 V at 880 W/m2 and 45 degC. */
const modules: DeviceModules = {
  manufacturer: 'Maker',
  model: 'M-400',
  iscA: 11.5,
  vocV: 49,
  impA: 10.8,
  vmpV: 40.5,
  alphaPercent: 0.05,
  betaPercent: -0.28,
  gammaPercent: -0.36,
  cells: 72,
  modulesPerString: 19,
  stringsPerTracker: null,
}

test('a datasheet gives the coefficients and reveals soiling of all strings, less with age', () => {
  const dirty = Array.from({ length: 5 }, () => curveOf(0.85))
  const known = judgeStrings({ ...task(dirty), modules })
  expect(known.map(({ verdict }) => verdict)).toEqual(dirty.map(() => 'soilingAll'))
  expect(known.map(({ stc }) => stc?.coefficients)).toEqual(dirty.map(() => 'datasheet'))
  expect(known[0]?.evidence?.against).toBe('datasheet')
  expect(known[0]?.expected?.currentA[0]).toBeCloseTo(11.5 * 0.88 * (1 + 0.0005 * 20), 1)
  expect(judgeStrings(task(dirty)).map(({ stc }) => stc?.coefficients)).toEqual(dirty.map(() => 'general'))
  // After twenty years a sound string has the same loss.
  expect(judgeStrings({ ...task(dirty), modules, ageYears: 20 }).map(({ verdict }) => verdict)).toEqual(
    dirty.map(() => 'healthy'),
  )
})

test('the expected curve of a tracker swept as a whole sums its parallel strings', () => {
  const { voltageV, currentA } = curveOf()
  const two = { voltageV, currentA: currentA.map((a) => 2 * a) }
  const tracker = { ...task([two]), mppts: [1], modules: { ...modules, stringsPerTracker: 2 } }
  expect(judgeStrings(tracker)[0]?.expected?.currentA[0]).toBeCloseTo(2 * 11.5 * 0.88 * 1.01, 0)
})

test('the thread gives the same verdicts; a scan it cannot judge fails alone', async () => {
  const [good, bad] = await Promise.allSettled([
    judgeInThread(task(curves)),
    judgeInThread({ ...task([]), curves: null as unknown as Curve[] }),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: judgeStrings(task(curves)) })
  expect(bad.status).toBe('rejected')
  expect(await judgeInThread(task([]))).toEqual([])
})

import { readCurves } from '@helioport/iv/read'
import { exampleFile } from './example-file.ts'
import { tracerFile } from './tracer-file.ts'
import { thinnedCurve } from './thinned-curve.ts'

const wiring = { mpptCount: 2, stringCount: 4 }
const points = Array.from({ length: 200 }, (_, i) => ({ v: i * 3.2, i: 9.5 * (1 - (i / 200) ** 14) }))
const lines = (of: (point: { v: number; i: number }) => string) => points.map(of)
const read = (...text: string[]) => tracerFile(readCurves(text.flat().join('\n')), wiring)

test('reads irradiance, temperature and strings by tracker, thinned to 64 points', () => {
  const file = read(
    'Irradiance [W/m2]: 812',
    'Cell temperature: 48.2',
    'Voltage (V),I1 (A),I4 (A)',
    ...lines(({ v, i }) => `${v},${i},${i / 2}`),
  )
  expect(file).toMatchObject({ irradianceWm2: 812, moduleC: 45.8, cellC: 48.2, isUnlike: false, problems: [] })
  expect(file.curves.map(({ mppt, string, points: all }) => [mppt, string, all])).toEqual([
    [1, 1, 200],
    [2, 4, 200],
  ])
  expect(file.curves[0]?.voltageV.length).toBeLessThanOrEqual(64)
})

test('keeps a back temperature as it is', () => {
  const file = read('Irradiance: 812', 'Back temperature: 45.8', 'V,I', ...lines(({ v, i }) => `${v},${i}`))
  expect(file).toMatchObject({ irradianceWm2: 812, moduleC: 45.8, cellC: null })
})

test('reads back our own export; strings with other names are numbered in their order', () => {
  const own = read('mppt,string,point,voltage_v,current_a', ...lines(({ v, i }) => `2,3,1,${v},${i}`))
  expect(own.curves).toMatchObject([{ mppt: 2, string: 3 }])
  expect(own.irradianceWm2).toBeNull()
  const named = read(
    'String,V,I',
    ...['East', 'West', 'Roof'].flatMap((name) => lines(({ v, i }) => `${name},${v},${i}`)),
  )
  expect(named.curves.map(({ mppt, string }) => [mppt, string])).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
  ])
})

test('reads the example file that the page shows', () => {
  const file = read(exampleFile)
  // Curves with fewer points are refused: they allow no verdict.
  expect(read('V,I', '0,9', '100,9', '200,9', '300,8', '400,7', '500,5', '600,0').problems).toMatchObject([
    { problem: 'tooShort' },
  ])
  expect(file).toMatchObject({ irradianceWm2: 812, moduleC: 45.8, problems: [] })
  expect(file.curves.map(({ mppt, string, points: all }) => [mppt, string, all])).toEqual([
    [1, 1, 14],
    [1, 2, 14],
  ])
})

test('reports why a file is no curve: noHeader, tooShort, range', () => {
  expect(read('hello').problems).toEqual([{ problem: 'noHeader', line: 1 }])
  expect(read('V,I', '0,9', '600,0').problems).toEqual([{ problem: 'tooShort', line: 0 }])
  expect(read('V,I', ...lines(({ v, i }) => `${v * 1000},${i}`)).problems).toEqual([{ problem: 'range', line: 0 }])
})

test('a thinned curve keeps its ends and its maximum power, by rising voltage', () => {
  const whole = { voltageV: points.map(({ v }) => v).toReversed(), currentA: points.map(({ i }) => i).toReversed() }
  const { voltageV, currentA } = thinnedCurve(whole, 20)
  expect([voltageV[0], voltageV.at(-1)]).toEqual([0, points.at(-1)?.v])
  expect(voltageV).toEqual(voltageV.toSorted((a, b) => a - b))
  expect(voltageV.length).toBeLessThanOrEqual(20)
  const most = (of: { voltageV: readonly number[]; currentA: readonly number[] }) =>
    Math.max(...of.voltageV.map((v, n) => v * (of.currentA[n] ?? 0)))
  expect(most({ voltageV, currentA })).toBeGreaterThan(0.98 * most(whole))
})

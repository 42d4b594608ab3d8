import { UsageError } from '../options.ts'
import { twoInverters } from '../testing/plant-map.ts'
import { parsePlantMap } from './plant-map.ts'
import { rowReader } from './row-reader.ts'

const header = ['time', 'p1', 'p2', 'g1', 'g2', 't']

function read(lines: string[]) {
  const reasons: string[] = []
  const reader = rowReader(twoInverters, header, (reason) => reasons.push(reason))
  const rows = lines.map((line) => reader.read(line.split(',')))
  return { rows, reasons }
}

test('units, means of several columns, and empty cells', () => {
  const { rows, reasons } = read(['2026-07-04 12:00,5000,6.5,800,900,68', '2026-07-04 12:05,,-0.01,800,,'])
  expect(rows[0]).toEqual({
    at: Date.UTC(2026, 6, 4, 10),
    devices: [{ powerW: 5000 }, { powerW: 6500 }],
    sensors: { irradianceWm2: 850, ambientC: expect.closeTo(20, 9) as number },
  })
  expect(rows[1]).toMatchObject({ devices: [{}, { powerW: -10 }], sensors: { irradianceWm2: 800 } })
  expect(reasons).toEqual([])
})

test('every reason, once per row; what is good in a row is kept', () => {
  const { rows, reasons } = read([
    '2026-07-04 12:00,5000,6.5,800,900,68',
    'noon,5000,6.5,800,900,68',
    '2026-07-04 12:00,5000,6.5,800,900,68',
    '2026-07-04 11:55,5000,6.5,800,900,68',
    '2026-07-04 12:05,abc,6.5,#REF!,900,68',
    '2026-07-04 12:10,5000,65,800,900,68',
    '2026-07-04 12:15,5000,6.5,9999,900,68',
  ])
  expect(reasons).toEqual(['unparsableTime', 'duplicateTime', 'outOfOrder', 'notANumber', 'outOfRange', 'outOfRange'])
  expect(rows.slice(1, 4)).toEqual([undefined, undefined, undefined])
  expect(rows[4]).toMatchObject({ devices: [{}, { powerW: 6500 }], sensors: { irradianceWm2: 900 } })
  expect(rows[5]?.devices).toEqual([{ powerW: 5000 }, {}])
  expect(rows[6]?.sensors.irradianceWm2).toBe(900)
})

test('light below zero at night is none', () => {
  expect(read(['2026-07-04 01:00,0,0,-3,-1,50']).rows[0]?.sensors.irradianceWm2).toBe(0)
})

test('25 October in Berlin: the doubled hour goes by order, 300 rows of 5 min make 25 h', () => {
  const wall = (minutes: number) => new Date(Date.UTC(2026, 9, 25) + minutes * 60_000).toISOString().slice(0, 16)
  const minutes = Array.from({ length: 300 }, (_, i) => (i < 36 ? i * 5 : i * 5 - 60))
  const { rows, reasons } = read(minutes.map((m) => `${wall(m).replace('T', ' ')},1,1,1,1,1`))
  expect(reasons).toEqual([])
  const first = Date.UTC(2026, 9, 24, 22)
  expect(rows.map((row) => row?.at)).toEqual(Array.from({ length: 300 }, (_, i) => first + i * 300_000))
})

test('29 March in Berlin: the hour that does not exist is refused', () => {
  const { reasons } = read(['2026-03-29 01:55,1,1,1,1,1', '2026-03-29 02:00,1,1,1,1,1', '2026-03-29 03:00,1,1,1,1,1'])
  expect(reasons).toEqual(['unparsableTime'])
})

test('a column that is not there, or there twice, ends the import', () => {
  expect(() => rowReader(twoInverters, ['time', 'p1'], () => undefined)).toThrow(/no column "p2"/)
  expect(() => rowReader(twoInverters, [...header, 'p1'], () => undefined)).toThrow(UsageError)
})

test.each([
  ['not JSON', '{'],
  ['a wrong unit', JSON.stringify(twoInverters).replace('"kW"', '"horsepower"')],
  ['an unknown zone', JSON.stringify(twoInverters).replaceAll('Europe/Berlin', 'Europe/Atlantis')],
  ['a serial twice', JSON.stringify(twoInverters).replace('TEST-2', 'TEST-1')],
  ['no devices', JSON.stringify({ ...twoInverters, devices: [] })],
])('a map with %s is refused with a sentence', (_, text) => {
  expect(() => parsePlantMap(text)).toThrow(UsageError)
})

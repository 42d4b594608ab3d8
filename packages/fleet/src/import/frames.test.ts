import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { testWithData } from '../testing/reference-data.ts'
import { twoInverters } from '../testing/plant-map.ts'
import { powerCounter } from './counters.ts'
import { frameMaker, type MeasuredFrames } from './frames.ts'
import { parsePlantMap } from './plant-map.ts'
import { reportBuilder } from './report.ts'
import { type MeasuredRow, rowReader } from './row-reader.ts'

const fiveMinutes = 300_000
const noon = Date.UTC(2026, 6, 4, 10)

const row = (minutes: number, w1: number, w2 = 0): MeasuredRow => ({
  at: noon + minutes * 60_000,
  devices: [{ powerW: w1 }, { powerW: w2 }],
  sensors: { irradianceWm2: 600 },
})

function made(rows: MeasuredRow[], map = twoInverters) {
  const report = reportBuilder(map.station.timeZone, map.station.capacityKwp, fiveMinutes)
  const maker = frameMaker(map, report)
  const frames: MeasuredFrames[] = [...rows.flatMap((r) => maker.add(r)), ...maker.end()]
  return { frames, report: report.build({ name: '', id: '' }, { accepted: 0, duplicates: 0, refused: 0 }) }
}

const counterOf = (frames: MeasuredFrames[], serial: string) =>
  frames.flatMap((f) => f.devices.filter((d) => d.serial === serial)).map((d) => d.energyTotalKwh)

test('the counter at a row holds the rows before it; the last interval is closed', () => {
  const { frames, report } = made([row(0, 6000), row(5, 3000), row(10, -20), row(15, 12_000)])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0.5, 0.75, 0.75, 1.75])
  expect(frames.at(-1)).toMatchObject({ at: noon + 20 * 60_000 - 1000, devices: [{ powerW: null }] })
  expect(report.days[0]?.energyKwh).toBeCloseTo(1.75, 9)
  expect(report.gaps).toEqual([])
})

test('with stamps at the end of the interval a row counts for the time before it', () => {
  const map = { ...twoInverters, time: { ...twoInverters.time, stamp: 'end' as const } }
  expect(counterOf(made([row(0, 6000), row(5, 3000)], map).frames, 'TEST-1')).toEqual([0.5, 0.75])
})

test('own use at night stays as negative power and takes nothing from the counter', () => {
  const { frames } = made([row(0, -150), row(5, -150)])
  expect(frames.map((f) => f.devices[0]?.powerW)).toEqual([-150, -150])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0])
})

test('a gap is named, and nothing is made up for it', () => {
  const { frames, report } = made([row(0, 6000), row(60, 6000), row(65, 0)])
  expect(report.gaps).toEqual([
    { from: new Date(noon + 5 * 60_000).toISOString(), to: new Date(noon + 55 * 60_000).toISOString(), count: 11 },
  ])
  expect(frames.map((f) => f.at - noon)).toEqual([0, fiveMinutes - 1000, 60 * 60_000, 65 * 60_000])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0.5, 0.5, 1])
})

test('a counter never falls and ends at the sum of the positive power', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -500, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 }),
      (powers) => {
        const counter = powerCounter('start', fiveMinutes)
        const readings = powers.map((power, i) => counter.at(noon + i * fiveMinutes, power))
        readings.push(counter.closing()?.energyTotalKwh ?? readings.at(-1) ?? 0)
        const sum = powers.reduce((total, power) => total + Math.max(power, 0) / 12_000, 0)
        expect(Math.abs((readings.at(-1) ?? 0) - sum)).toBeLessThan(1e-6 * Math.max(sum, 1))
        expect(readings.every((reading, i) => i === 0 || reading >= (readings[i - 1] ?? 0))).toBe(true)
      },
    ),
  )
})

const { test: testWithPlant, files } = testWithData(['plant-8-inverters-5min.csv'])

function checkPlant() {
  const [head = [], ...lines] = parse(readFileSync(files[0] ?? ''))
  const map = parsePlantMap(readFileSync(join(process.cwd(), 'packages/fleet/maps/plant-8-inverters.json'), 'utf8'))
  const reader = rowReader(map, head, (reason) => {
    throw new Error(reason)
  })
  const rows = lines.flatMap((line) => reader.read(line) ?? [])
  expect(rows).toHaveLength(1440)
  const { frames, report } = made(rows, map)
  expect(report.gaps).toEqual([])
  expect(report.days).toHaveLength(5)
  for (const [i, day] of report.days.entries()) {
    const own = lines.filter((line) => line[0]?.startsWith(`1990-${day.date.slice(5)}`))
    const energy = own.reduce((sum, line) => sum + line.slice(-8).reduce((s, p) => s + Math.max(Number(p), 0), 0), 0)
    const light = own.reduce((sum, line) => sum + (Number(line[3]) + Number(line[4])) / 2, 0)
    expect(Math.abs(day.energyKwh / (energy / 12_000) - 1)).toBeLessThan(1e-6)
    const ratio = energy / (map.station.capacityKwp * light)
    expect(Math.abs((day.performanceRatio ?? 0) / ratio - 1)).toBeLessThan(1e-6)
    const counters = map.devices.map((device) => {
      const ofDay = frames.filter((f) => f.at >= Date.UTC(1990, 9, 9 + i, 5) && f.at <= Date.UTC(1990, 9, 10 + i, 5))
      const readings = counterOf(ofDay, device.serial)
      return (readings.at(-1) ?? 0) - (readings[0] ?? 0)
    })
    expect(Math.abs(counters.reduce((a, b) => a + b, 0) / (energy / 12_000) - 1)).toBeLessThan(1e-6)
  }
}

testWithPlant('a real plant: each day of frames and report equals the sum over the file', checkPlant)

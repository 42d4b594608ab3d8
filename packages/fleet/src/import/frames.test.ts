import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { readPlant } from '@helioport/import'
import '@helioport/time/node'
import { deviceModes } from '@helioport/contract'
import { testWithData } from '../testing/reference-data.ts'
import { twoInverters } from '../testing/plant-map.ts'
import { madeCounter } from './counters.ts'
import { measuredFrames, type MeasuredFrames } from './frames.ts'
import { parsePlantMap, type PlantMap } from './plant-map.ts'
import { nothingSent, reportOf } from './report.ts'
import { reportText } from './report-text.ts'

const fiveMinutes = 300_000
const noon = Date.UTC(2026, 6, 4, 10)

/** A row of a file: minutes after noon, power of both inverters in W, irradiance. */
const row = (minutes: number, w1: number | '', w2: number | '' = 0): string => {
  const wall = new Date(noon + 7_200_000 + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
  return [wall, w1, w2 === '' ? '' : w2 / 1000, 600, 600, 68].join(',')
}

async function made(lines: string[], map: PlantMap = twoInverters, head = 'time,p1,p2,g1,g2,t') {
  const file = { name: 'plant.csv', bytes: new TextEncoder().encode([head, ...lines].join('\n')) }
  const plant = await readPlant([file], map)
  return { frames: [...measuredFrames(map, plant.rows)], report: reportOf(map, plant, null, nothingSent) }
}

const counterOf = (frames: MeasuredFrames[], serial: string) =>
  frames.flatMap((f) => f.devices.filter((d) => d.serial === serial)).map((d) => d.energyTotalKwh)

test('the counter at a row has the energy of the rows before it; a last reading closes its interval', async () => {
  const { frames, report } = await made([row(0, 6000), row(5, 3000), row(10, -20), row(15, 12_000)])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0.5, 0.75, 0.75, 1.75])
  expect(frames.at(-1)).toMatchObject({ at: noon + 20 * 60_000 - 1000, devices: [{ powerW: null }] })
  expect(report.days[0]?.energyKwh).toBeCloseTo(1.75, 9)
  expect(report.gaps).toEqual([])
})

test('a device with DC power alone has no counter and no daily energy', async () => {
  const [first, second] = twoInverters.devices
  if (!first || !second) throw new Error('two inverters')
  const { power, ...rest } = first
  const direct: PlantMap = { ...twoInverters, devices: [{ ...rest, dcPower: power ?? { column: 'p1', unit: 'W' } }] }
  const lines = [row(0, 6000), row(5, 3000), row(10, 0), row(60, 3000)]
  const { frames, report } = await made(lines, parsePlantMap(JSON.stringify(direct)))
  const devices = frames.flatMap((frame) => frame.devices)
  expect(devices.map(({ powerW, dcPowerW, energyTotalKwh, mode }) => [powerW, dcPowerW, energyTotalKwh, mode])).toEqual(
    [
      [null, 6000, undefined, deviceModes.onGrid],
      [null, 3000, undefined, deviceModes.onGrid],
      [null, 0, undefined, deviceModes.standby],
      [null, 3000, undefined, deviceModes.onGrid],
    ],
  )
  expect(report.days).toMatchObject([{ date: '2026-07-04', energyKwh: null, performanceRatio: null }])
  expect(reportText(report)).toMatch(/2026-07-04 {11}- +0\.200 +-$/)
  const both = await made(lines, { ...direct, devices: [...direct.devices, second] })
  expect(both.report.days[0]?.energyKwh).toBe(0)
})

test('a device with counters alone has their energy in the report', async () => {
  const [first] = twoInverters.devices
  if (!first) throw new Error('two inverters')
  const { power: _, ...rest } = first
  for (const kind of ['energyTotal', 'energyToday'] as const) {
    const map = { ...twoInverters, devices: [{ ...rest, [kind]: { column: 'p1', unit: 'kWh' } }] } as PlantMap
    const { report } = await made([row(0, 10), row(5, 10.5), row(10, 11.5)], map)
    expect(report.days[0]?.energyKwh).toBeCloseTo(1.5, 9)
  }
})

test('rows stamped at the end of their interval count for the time before the stamp', async () => {
  const map: PlantMap = { ...twoInverters, time: { ...twoInverters.time, stamp: 'end' } }
  const { frames, report } = await made([row(-720, 6000), row(-715, 3000)], map)
  expect(counterOf(frames, 'TEST-1')).toEqual([0.5, 0.75])
  // The first interval ends at midnight, so its energy counts for the day before.
  expect(report.days.map(({ date, energyKwh }) => [date, energyKwh])).toEqual([
    ['2026-07-03', 0.5],
    ['2026-07-04', 0.25],
  ])
})

test('consumption at night is negative power and does not change the counter', async () => {
  const { frames } = await made([row(0, -150), row(5, -150)])
  expect(frames.map((f) => f.devices[0]?.powerW)).toEqual([-150, -150])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0])
})

test('interval energies become power and a counter; daily counters become one continuous counter', async () => {
  const plain = { serial: 'TEST-1', name: 'One', model: 'T', ratedPowerW: 10_000, capacityKwp: 10 }
  const energy: PlantMap = { ...twoInverters, devices: [{ ...plain, energy: { column: 'p1', unit: 'Wh' } }] }
  const first = await made([row(0, 500), row(5, 250)], energy)
  expect(first.frames.map(({ devices }) => devices[0]?.powerW)).toEqual([6000, 3000, null])
  expect(counterOf(first.frames, 'TEST-1')).toEqual([0, 0.5, 0.75])
  const daily: PlantMap = { ...twoInverters, devices: [{ ...plain, energyToday: { column: 'p1', unit: 'kWh' } }] }
  const second = await made([row(0, 7), row(5, 8), row(10, 0), row(15, 2)], daily)
  expect(counterOf(second.frames, 'TEST-1')).toEqual([7, 8, 8, 10])
})

test('a gap of one inverter ends its interval and does not affect the others', async () => {
  const { frames, report } = await made([row(0, 6000, 1200), row(5, '', 1200), row(10, '', 1200), row(15, 6000, 1200)])
  expect(counterOf(frames, 'TEST-1')).toEqual([0, 0.5, 0.5, 1])
  expect(counterOf(frames, 'TEST-2')).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(report.gaps).toEqual([])
  const times = frames.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a gap is reported and adds no energy', async () => {
  const { frames, report } = await made([row(0, 6000), row(60, 6000), row(65, 0)])
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
        const counter = madeCounter('start')
        const readings = powers.map((power, i) => counter.at(noon + i * fiveMinutes, power / 12_000, fiveMinutes))
        readings.push(counter.closing()?.energyTotalKwh ?? readings.at(-1) ?? 0)
        const sum = powers.reduce((total, power) => total + Math.max(power, 0) / 12_000, 0)
        expect(Math.abs((readings.at(-1) ?? 0) - sum)).toBeLessThan(1e-6 * Math.max(sum, 1))
        expect(readings.every((reading, i) => i === 0 || reading >= (readings[i - 1] ?? 0))).toBe(true)
      },
    ),
  )
})

const { test: testWithPlant, files } = testWithData(['plant-8-inverters-5min.csv'])

async function checkPlant() {
  const bytes = readFileSync(files[0] ?? '')
  const [, ...lines] = parse(bytes)
  const map = parsePlantMap(readFileSync(join(process.cwd(), 'packages/fleet/maps/plant-8-inverters.json'), 'utf8'))
  const plant = await readPlant([{ name: 'plant.csv', bytes }], map)
  expect([plant.losses, plant.rows.length]).toEqual([[], 1440])
  const frames = [...measuredFrames(map, plant.rows)]
  const report = reportOf(map, plant, null, nothingSent)
  expect(report.gaps).toEqual([])
  expect(report.days).toHaveLength(5)
  for (const [i, day] of report.days.entries()) {
    const own = lines.filter((line) => line[0]?.startsWith(`1990-${day.date.slice(5)}`))
    const energy = own.reduce((sum, line) => sum + line.slice(-8).reduce((s, p) => s + Math.max(Number(p), 0), 0), 0)
    const light = own.reduce((sum, line) => sum + (Number(line[3]) + Number(line[4])) / 2, 0)
    expect(Math.abs((day.energyKwh ?? 0) / (energy / 12_000) - 1)).toBeLessThan(1e-6)
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

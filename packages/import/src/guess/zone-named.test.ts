import '@helioport/time/node'
import { guessFiles, planOf, readPlant } from '../index.ts'
import { csvFile } from '../testing/make-file.ts'
import { zoneNamed } from './zone-named.ts'

test.each([
  ['Local time (Europe/Berlin)', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Time [America/Argentina/Buenos_Aires]', 'America/Argentina/Buenos_Aires'],
  ['Zeit Europe/Berlin (UTC+1)', 'Europe/Berlin'],
  ['Zeit (CET)', 'Etc/GMT-1'],
  ['Zeit (CEST)', 'Etc/GMT-2'],
  ['Zeit (MEZ/MESZ)', 'Europe/Berlin'],
  ['Time (EST/EDT)', 'America/New_York'],
  ['Time (UTC)', 'Etc/UTC'],
  ['timestamp_utc', 'Etc/UTC'],
  ['Time (UTC+0)', 'Etc/UTC'],
  ['Time UTC+1', 'Etc/GMT-1'],
  ['Time (UTC +2)', 'Etc/GMT-2'],
  ['时间（UTC+8）', 'Etc/GMT-8'],
  ['时间(GMT+08:00)', 'Etc/GMT-8'],
  ['Time (GMT−03:00)', 'Etc/GMT+3'],
  ['Time (+02:00)', 'Etc/GMT-2'],
  ['Time (UTC+05:30)', '+05:30'],
  ['Time UTC - 5 min', 'Etc/UTC'],
  ['Timestamp UTC -10min', 'Etc/UTC'],
  ['Date/Time', null],
  ['Datum/Uhrzeit', null],
  ['Zeit', null],
  ['Time (IST)', null],
  ['Time (local)', null],
])('the zone of the heading %s is %s', (heading, zone) => {
  expect(zoneNamed(heading)).toBe(zone)
})

const devices = [{ id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }]
const hours = (from: number) =>
  Array.from(
    { length: 8 },
    (_, nth) => `2026-07-01 ${String(Math.floor(from) + nth).padStart(2, '0')}:${from % 1 ? '30' : '00'}`,
  )
const power = (heading: string, from: number) =>
  csvFile([`${heading},Roof power (kW)`, ...hours(from).map((time, nth) => `${time},${nth / 2}`)].join('\n'), 'a.csv')
const light = (heading: string, from: number, name = 'b.csv') =>
  csvFile([`${heading},Irradiance (W/m2)`, ...hours(from).map((time, nth) => `${time},${nth * 50}`)].join('\n'), name)

async function read(files: Parameters<typeof guessFiles>[0]) {
  const guess = await guessFiles(files, { zone: 'Europe/Berlin', devices })
  const plan = planOf({ ...guess, intervalMinutes: null }, devices)
  return { asks: guess.asks, zoneless: guess.zoneless, plant: await readPlant(files, plan) }
}

test.each([
  ['Time (UTC)', 6, 'Local time (Europe/Berlin)', 8],
  ['Local time (Europe/Berlin)', 8, 'Time (UTC)', 6],
  ['Time (UTC+05:30)', 11.5, 'Zeit (CET)', 7],
  ['时间 (GMT+08:00)', 14, 'Time (America/New_York)', 2],
])('each file has the zone of its heading: %s at %s, %s at %s', async (first, from, second, to) => {
  const { asks, plant } = await read([power(first, from), light(second, to)])
  expect([asks, plant.losses, plant.rows.length]).toEqual([[], [], 8])
  expect(plant.rows[0]?.at).toBe(Date.UTC(2026, 6, 1, 6))
  expect(plant.rows[6]).toMatchObject({ devices: [{ powerW: 3000 }], sensors: { irradianceWm2: 300 } })
})

test('refuses a file without a zone beside one whose heading has one, and names it (zoneMissing)', async () => {
  const said = expect.objectContaining({ code: 'zoneMissing', file: 'b.csv' })
  await expect(read([power('Time (UTC)', 6), light('Time', 8)])).rejects.toEqual(said)
})

test('asks for the zone of each file without one by name, in any order of files', async () => {
  const silent = light('Time', 8, 'weather.csv')
  const named = power('Time (UTC)', 6)
  const marked = csvFile('Time,Roof power (kW)\n2026-07-01T06:00:00Z,0\n2026-07-01T07:00:00Z,1', 'marked.csv')
  const { asks, zoneless, plant } = await read([silent, named])
  expect([asks, zoneless, plant.rows.length]).toEqual([['zone'], ['weather.csv'], 8])
  expect(plant.zones).toEqual([
    { file: 'weather.csv', zone: 'Europe/Berlin', from: 'plan' },
    { file: 'a.csv', zone: 'Etc/UTC', from: 'heading' },
  ])
  expect((await read([marked, silent])).zoneless).toEqual(['weather.csv'])
  expect((await read([silent, light('Time', 8, 'other.csv')])).zoneless).toEqual(['weather.csv', 'other.csv'])
  expect((await read([named])).zoneless).toEqual([])
})

test('reads offsets from the column beside the times, whatever the station’s zone', async () => {
  const beside = (offset: string, from: number) =>
    csvFile(['Time,Offset,Roof power (kW)', ...hours(from).map((time, nth) => `${time},${offset},${nth}`)].join('\n'))
  for (const [offset, from] of [
    ['+00:00', 6],
    ['+02:00', 8],
    ['+08:00', 14],
  ] as const) {
    const { asks, plant } = await read([beside(offset, from)])
    expect([offset, asks, plant.rows[0]?.at]).toEqual([offset, [], Date.UTC(2026, 6, 1, 6)])
    expect(plant.zones).toMatchObject([{ zone: null, from: 'times' }])
  }
})

test('refuses a heading with another zone than the plan (zoneMismatch) and names the file', async () => {
  for (const [heading, zone] of [
    ['Local time (Europe/Berlin)', 'Etc/UTC'],
    ['Time (UTC)', 'Europe/Berlin'],
    ['Time (UTC+1)', 'Asia/Shanghai'],
  ] as const) {
    const guess = await guessFiles([power(heading, 8)], { zone, devices })
    const plan = planOf({ ...guess, time: { ...guess.time, zone }, intervalMinutes: null }, devices)
    await expect(readPlant([power(heading, 8)], plan)).rejects.toMatchObject({ code: 'zoneMismatch', file: 'a.csv' })
  }
})

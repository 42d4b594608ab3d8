import '@helioport/time/node'
import { guessFiles, planOf, readPlant } from '../index.ts'
import { csvFile } from '../testing/make-file.ts'
import type { SourceFile } from '../table/table.ts'
import { daySums, sourceRows } from '../history/source-rows.ts'

const roof = { id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }
const barn = { id: 'b', name: 'Barn', serial: 'SN-1002', ratedPowerW: 10_000 }
const midnight = Date.UTC(2026, 6, 1, 22)
const quarters = Array.from({ length: 96 }, (_, nth) => ({
  at: midnight + nth * 900_000,
  kw: nth >= 24 && nth < 72 ? 4 : 0,
}))
const wall = (at: number, hours: number) =>
  new Date(at + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const german = (at: number, hours: number) => {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+) (.*)$/.exec(wall(at, hours)) ?? []
  return `${day}.${month}.${year} ${clock}`
}

/** Times in UTC, each with a mark. */
const inverters = csvFile(
  ['timestamp,Roof power (kW)', ...quarters.map(({ at, kw }) => `${new Date(at).toISOString()},${kw}`)].join('\n'),
  'inverters.csv',
)
/** Local times with offsets, and German numbers. */
const weather = csvFile(
  [
    'Zeit;Einstrahlung (W/m2);Lufttemperatur außen (°C)',
    ...quarters.map(({ at, kw }) => `${wall(at, 2)}:00+02:00;${String(kw * 150.5).replace('.', ',')};20,5`),
  ].join('\r\n'),
  'weather.csv',
)
/** Times in winter time all year, as the heading says. */
const meter = csvFile(
  ['Datum (MEZ);Barn Leistung (kW)', ...quarters.map(({ at, kw }) => `${german(at, 1)};${kw / 2},0`)].join('\n'),
  'meter.csv',
)

async function read(files: SourceFile[], zone = 'Europe/Berlin') {
  const devices = [roof, barn]
  const guess = await guessFiles(files, { zone, devices })
  const plan = planOf({ ...guess, intervalMinutes: null }, devices)
  const plant = await readPlant(files, plan)
  return { guess, plant, sources: sourceRows(plant, plan) }
}

test('reads files with times in UTC, with an offset and in the zone of their heading together', async () => {
  const { guess, plant, sources } = await read([inverters, weather, meter])
  expect([guess.asks, plant.losses, plant.records, plant.rows.length]).toEqual([[], [], 288, 96])
  expect(plant.rows.map(({ at }) => at)).toEqual(quarters.map(({ at }) => at))
  expect(sources.map(({ deviceId }) => deviceId)).toEqual(['a', 'b', null])
  for (const [nth, { kw }] of quarters.entries()) {
    expect(plant.rows[nth]?.devices.map(({ powerW }) => powerW)).toEqual([kw * 1000, kw * 500])
    expect(plant.rows[nth]?.sensors.irradianceWm2).toBeCloseTo(kw * 150.5, 6)
    expect(plant.rows[nth]?.sensors.ambientC).toBe(20.5)
  }
})

test('the order of the files does not change the rows', async () => {
  const { plant } = await read([weather, meter, inverters])
  expect([plant.losses, plant.rows.length]).toEqual([[], 96])
  expect(plant.rows[40]?.devices.map(({ powerW }) => powerW)).toEqual([4000, 2000])
})

test('asks for the zone of a file without one; beside a heading with a zone, refuses the file by name', async () => {
  const silent = csvFile(
    ['Zeitpunkt;Einstrahlung (W/m2)', ...quarters.map(({ at, kw }) => `${wall(at, 2)};${kw * 150}`)].join('\n'),
    'silent.csv',
  )
  const { guess, plant } = await read([inverters, silent])
  expect(guess.asks).toEqual(['zone'])
  expect(plant.rows[40]?.sensors.irradianceWm2).toBe(600)
  await expect(read([meter, silent])).rejects.toMatchObject({ code: 'zoneMissing', message: /^silent\.csv / })
})

test('reads files with the same heading and different formats of time', async () => {
  const head = 'time,Roof power (kW)'
  const first = csvFile(
    [head, ...quarters.slice(0, 50).map(({ at, kw }) => `${new Date(at).toISOString()},${kw}`)].join('\n'),
    'a.csv',
  )
  const second = csvFile(
    [head, ...quarters.slice(50).map(({ at, kw }) => `${german(at, 2)},${kw}`)].join('\n'),
    'b.csv',
  )
  const { plant } = await read([first, second])
  expect([plant.losses, plant.rows.length]).toEqual([[], 96])
})

test.each([
  ['year', 9000.5],
  ['month', 1200.5],
])('a counter that restarts each %s is a lifetime counter and loses no energy', async (_, before) => {
  const lines = [0, 1].flatMap((day) =>
    quarters.map(({ at }, nth) => {
      const made = Math.max(0, Math.min(nth, 72) - 24)
      return `${wall(at + day * 86_400_000, 2)},${day === 0 ? before + made : made}`
    }),
  )
  const { guess, plant, sources } = await read([csvFile(['Time,Roof energy (kWh)', ...lines].join('\n'))])
  expect(guess.columns.map(({ kind, unit }) => `${kind} ${unit}`)).toEqual(['energyTotal kWh'])
  expect(plant.losses).toEqual([])
  expect(daySums(sources, 'Europe/Berlin').map(({ kwh }) => kwh)).toEqual([48, 48])
})

test('reads headings that span several columns, with the headings below them', async () => {
  const tables = [
    ['Time;Roof;;Barn;', ';Power [kW];Yield [kWh];Power [kW];Yield [kWh]'],
    ['My plant;;;;', 'Time;Roof;;Barn;', ';P;E;P;E', ';kW;kWh;kW;kWh'],
  ]
  for (const heads of tables) {
    const lines = quarters.map(({ at, kw }) => `${wall(at, 2)};${kw};${kw / 4};${kw / 2};${kw / 8}`)
    const { guess, plant } = await read([csvFile([...heads, ...lines].join('\n'))])
    expect(guess.columns.map(({ kind, unit, deviceId }) => `${kind} ${unit} ${deviceId}`)).toEqual([
      'power kW a',
      'energy kWh a',
      'power kW b',
      'energy kWh b',
    ])
    expect([plant.losses, plant.records]).toEqual([[], 96])
    expect(plant.rows[40]?.devices).toEqual([
      { powerW: 4000, energyKwh: 1 },
      { powerW: 2000, energyKwh: 0.5 },
    ])
  }
})

import { lowLightAlarms, type StationDay } from '@helioport/contract'
import { type ScenarioName, scenarioWorld } from '@helioport/fleet/testing'
import { curveOf, marksOf, see, type Seen } from './behaviours/seen.ts'
import { startTestWorld, type TestWorld } from './testing/test-world.ts'

const minute = 60_000
/** Every upload of a tick has been made. */
const settled = 30_000
/** Two days after the clock changes in Germany in spring and autumn; noon in Changhua, night in Europe and America. */
const spring = Date.UTC(2026, 2, 31, 4)
const began = Date.UTC(2026, 9, 27, 4)

let world: TestWorld
/** Each world has its own seed and serials, as all report to one portal. */
let seed = 0

async function start(scenario: ScenarioName, keys: readonly string[], historyDays = 0) {
  seed += 1
  return world.startFleet({
    folder: `${scenario}-${seed}`,
    scenario,
    seed,
    historyDays,
    world: (own, at) =>
      scenarioWorld(scenario, own, at)
        .filter(({ key }) => keys.includes(key))
        .map((plant) => ({ ...plant, name: `${scenario} ${plant.key} ${own}` })),
  })
}

async function stationOf(name: string) {
  const [station] = await world.client.call('GET /stations', { query: { search: name } })
  if (!station) throw new Error(`no station ${name}`)
  return station
}
async function dayOf(name: string, date?: string): Promise<StationDay> {
  const params = { stationId: (await stationOf(name)).id }
  return world.client.call('GET /stations/:stationId/day', { params, query: date === undefined ? {} : { date } })
}
/** The portal's data of these plants, by minute of the story. */
const at = new Map<string, Seen[]>()
async function lookAt(minutes: number, plants: readonly string[]): Promise<void> {
  await world.runTo(began + minutes * minute + settled)
  for (const name of plants) {
    at.set(`${name} at ${minutes}`, [...(await see(world.client, name, world.now(), began - 86_400_000)).values()])
  }
}
function seen(name: string, minutes: number): Seen[] {
  const found = at.get(`${name} at ${minutes}`)
  if (!found || found.length === 0) throw new Error(`nobody looked at ${name} at ${minutes}`)
  return found
}
/** Energy of a day from its curve, kWh. */
const integral = (day: StationDay) => day.powerW.reduce<number>((sum, power) => sum + (power ?? 0) / 12_000, 0)
/** Mean step from bin to bin relative to the mean. */
function raggedness(curve: readonly (number | null)[]): number {
  const known = curve.map((power) => power ?? 0)
  const steps = known.slice(1).map((power, i) => Math.abs(power - (known[i] ?? 0)))
  return steps.reduce((a, b) => a + b, 0) / known.reduce((a, b) => a + b, 0)
}

const [calm, calmNight] = ['calm changhua 2', 'calm petrolina 2']
const [storm, stormNight] = ['storm changhua 3', 'storm freiburg 3']
const tripped = ['grid-trip changhua 4', 'grid-trip dunhuang 4']
const asleep = 'grid-trip petrolina 4'
const [online, offline] = ['backlog changhua 5', 'backlog dunhuang 5']

beforeAll(async () => {
  world = await startTestWorld(spring)
  await world.stopFleet(await start('dst', ['freiburg']))
  await world.jumpTo(began)
  await start('calm', ['changhua', 'petrolina'], 2)
  await start('storm', ['changhua', 'freiburg'])
  await start('grid-trip', ['changhua', 'dunhuang', 'petrolina'])
  await start('backlog', ['changhua', 'dunhuang'])
  await start('dst', ['freiburg'])
  await lookAt(30, [storm])
  await lookAt(60, [calm, calmNight, storm, ...tripped, asleep, online, offline])
  await lookAt(80, tripped)
  await lookAt(100, [storm, stormNight])
  await lookAt(105, [online, offline])
  await lookAt(120, [storm, ...tripped])
})
afterAll(() => world.stop())

test('calm: Normal by day, Standby at night; a smooth day without gaps; only low-light alarms', async () => {
  for (const { device } of seen(calm, 60)) expect(device).toMatchObject({ status: 'normal', openAlarms: [] })
  for (const { device } of seen(calmNight, 60))
    expect(device).toMatchObject({ status: 'standby', statusReason: 'night' })
  const alarms = [...seen(calm, 60), ...seen(calmNight, 60)].flatMap((one) => one.alarms)
  expect(alarms.map(({ code }) => code)).toContain('A5')
  expect(alarms.filter(({ code }) => !lowLightAlarms.has(code))).toEqual([])
  // Alarms of dusk are cleared at night.
  expect(alarms.filter(({ clearedAt }) => clearedAt === null)).toEqual([])
  const { capacityKwp } = await stationOf(calm)
  const day = await dayOf(calm, '2026-10-26')
  expect(marksOf(day, Date.parse(day.from), Date.parse(day.to)).filter((kind) => kind !== 'backfilled')).toEqual([])
  expect(day.figures.coverage).toBe(1)
  const steps = day.powerW.slice(1).map((power, i) => Math.abs((power ?? 0) - (day.powerW[i] ?? 0)))
  expect(Math.max(...steps)).toBeLessThan(0.05 * 1000 * capacityKwp)
  expect(day.figures.energyKwh ?? 0).toBeGreaterThan(3 * capacityKwp)
})

test('storm: a ragged curve; E2 and no power on every inverter that is awake', () => {
  for (const { device, alarms } of seen(storm, 30)) {
    expect(device).toMatchObject({ status: 'standby', openAlarms: ['E2'] })
    expect(device.powerW ?? 0).toBeLessThanOrEqual(0)
    expect(alarms.map(({ code }) => code)).toContain('E2')
  }
  for (const { device } of seen(stormNight, 100)) expect(device).toMatchObject({ statusReason: 'neverSeen' })
  const [{ stationDay }] = seen(storm, 120) as [Seen]
  const [{ stationDay: smooth }] = seen(calm, 60) as [Seen]
  const ragged = raggedness(curveOf(stationDay.powerW, stationDay, began + 40 * minute, began + 115 * minute))
  const quiet = raggedness(curveOf(smooth.powerW, smooth, began - 30 * minute, began + 45 * minute))
  expect(ragged).toBeGreaterThan(4 * quiet)
})

test('storm: one inverter Offline, then the whole plant; in the end all data, backfilled', () => {
  const statuses = seen(storm, 60).map(({ device }) => device.status)
  expect(statuses.filter((status) => status === 'offline')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'normal')).toHaveLength(statuses.length - 1)
  for (const { device } of seen(storm, 100)) expect(device).toMatchObject({ status: 'offline', statusReason: 'noData' })
  const after = seen(storm, 120)
  for (const { device } of after) expect(device).toMatchObject({ status: 'normal', openAlarms: [] })
  const [{ stationDay }] = after as [Seen]
  const [from, to] = [began + 85 * minute, began + 100 * minute]
  expect(marksOf(stationDay, from, to)).toContain('backfilled')
  expect(curveOf(stationDay.powerW, stationDay, from, to)).not.toContain(null)
})

test('grid-trip: E3, waitingForGrid and 0 W on every inverter that is awake; no alarm on sleeping ones', () => {
  for (const plant of tripped) {
    expect(seen(plant, 60).length).toBeGreaterThanOrEqual(8)
    for (const { device } of seen(plant, 60)) {
      expect(device).toMatchObject({ status: 'standby', statusReason: 'waitingForGrid', openAlarms: ['E3'] })
      expect(device.powerW ?? 0).toBeLessThanOrEqual(0)
      expect(device.acVoltageV).toEqual([0, 0, 0])
    }
  }
  for (const { device, alarms } of seen(asleep, 60)) {
    expect(device.statusReason).toBe('neverSeen')
    expect(alarms).toEqual([])
  }
})

test('grid-trip: one alarm card for the whole plant', async () => {
  for (const plant of tripped) {
    const { id: stationId } = await stationOf(plant)
    const cards = await world.client.call('GET /alarms', { query: { stationId, code: 'E3' } })
    expect(cards.map(({ deviceCount }) => deviceCount)).toEqual([seen(plant, 60).length])
  }
})

test('grid-trip: all inverters return within five minutes, one after another, with cleared alarms', () => {
  for (const plant of tripped) {
    for (const { device } of seen(plant, 80)) {
      expect(device.status).toBe('normal')
      expect(device.openAlarms).not.toContain('E3')
    }
    for (const { alarms } of seen(plant, 120)) {
      // One inverter of Changhua always has a weak string.
      const own = alarms.filter(({ code }) => code !== 'A3')
      expect(own.map(({ code, clearedAt }) => [code, clearedAt !== null])).toEqual([['E3', true]])
    }
    const returning = seen(plant, 120).map(({ day }) => {
      const [first = 0, later = 1] = curveOf(day.powerW, day, began + 75 * minute, began + 85 * minute)
      return (first ?? 0) / (later ?? 1)
    })
    expect(Math.max(...returning) - Math.min(...returning)).toBeGreaterThan(0.3)
    expect(Math.min(...returning)).toBeGreaterThan(0)
  }
})

test.each([
  ['23 hours in spring', 'dst freiburg 1', '2026-03-29', 276],
  ['25 hours in autumn', 'dst freiburg 6', '2026-10-25', 300],
])('dst: a day of %s without gaps or repeated hours; its energy matches the counters', async (_, name, date, bins) => {
  const day = await dayOf(name, date)
  expect(day.powerW).toHaveLength(bins)
  expect(day.quality.filter(({ kind }) => kind !== 'backfilled')).toEqual([])
  expect(day.figures.coverage).toBe(1)
  const energy = day.figures.energyKwh ?? 0
  expect(energy).toBeGreaterThan(5)
  expect(Math.abs(integral(day) / energy - 1)).toBeLessThan(0.02)
  // The night is as long as its neighbours': a repeated hour must not repeat its light.
  const lit = (curve: StationDay) => curve.powerW.filter((power) => (power ?? 0) > 0).length
  const next = await dayOf(
    name,
    date.replace(/\d\d$/, (day_) => String(Number(day_) + 1)),
  )
  expect(next.powerW).toHaveLength(288)
  expect(Math.abs(lit(day) - lit(next))).toBeLessThan(8)
})

test('backlog: plants without a connection are Offline with stale data; the first plant stays live', () => {
  for (const { device, station } of seen(offline, 60)) {
    expect(device).toMatchObject({ status: 'offline', statusReason: 'noData', powerW: null })
    expect(station).toMatchObject({ status: 'offline', powerW: null, age: { state: 'stale' } })
  }
  for (const { device } of seen(online, 60)) expect(device).toMatchObject({ status: 'normal', age: { state: 'live' } })
})

test('backlog: five minutes after its end data are live, and the gap is filled and marked as backfilled', () => {
  for (const { device } of seen(offline, 105))
    expect(device).toMatchObject({ status: 'normal', age: { state: 'live' } })
  const [{ stationDay }] = seen(offline, 105) as [Seen]
  const [from, to] = [began + 15 * minute, began + 100 * minute]
  expect(curveOf(stationDay.powerW, stationDay, from, to)).not.toContain(null)
  expect(marksOf(stationDay, from, began + 80 * minute)).toEqual(['backfilled'])
  // The very first frame only sets the counters' start: its five minutes are in the curve alone.
  const first = (stationDay.powerW.find((power) => (power ?? 0) > 0) ?? 0) / 12_000
  expect(Math.abs((integral(stationDay) - first) / (stationDay.figures.energyKwh ?? 0) - 1)).toBeLessThan(0.02)
})

import { readShares } from '@helioport/contract'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { recordQueries } from '../testing/recorded-queries.ts'
import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant, type Person, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts'

/**
 * 51 inverters of 10 kWp with 32 strings each, a frame every quarter of an hour. From 08:00 to 14:00 UTC each makes
 * 6 kW on 18 A a string: 36 kWh, 3.6 kWh/kWp. A kWh is worth 0.10 EUR.
 */
const date = '2026-06-09'
const [from, to] = [`${date}T03:00:00Z`, `${date}T19:00:00Z`]
const strings = 32
const mostBytes = 160_000

let portal: TestPortal
let owner: Person
let plant: TestPlant

const hourOf = (at: number) => (at % 86_400_000) / 3_600_000
const isBetween = (at: number, first: number, end: number) => hourOf(at) >= first && hourOf(at) < end
/** Devices that differ from the others, by their place. */
const dead = { place: 1, string: 3 }
/** One string dead for two hours: too little to show in the energy of the day. */
const brief = { place: 8, string: 5, from: 8, to: 10 }
const [dim, shaded, silent, hot, lossy, limited] = [2, 3, 4, 5, 6, 7]

function powerOf(at: number, device: number): number {
  if (!isBetween(at, 8, 14)) return 0
  if (device === dim || device === hot || device === lossy || device === limited) return 4800
  if (device === shaded) return isBetween(at, 8, 9.5) ? 1200 : 6000
  return device === dead.place ? (6000 * (strings - 1)) / strings : 6000
}

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner, { devices: 51 })
  await portal.db.pool.query('update device set string_count = $1, mppt_count = 8', [strings])
  await sendAll(
    plant,
    framesOf(
      plant,
      from,
      to,
      (at, device) => {
        const powerW = powerOf(at, device)
        const stringA = isBetween(at, 8, 14) ? (device === lossy ? 6000 : powerW || 6000) / (6000 / 18) : 0
        return {
          powerW,
          dcPowerW: (device === lossy ? (powerW * 6) / 4.8 : powerW) / 0.97,
          frame: {
            cabinetC: device === hot ? 71 : 50,
            acVoltageV: [230, 231, 232],
            frequencyHz: 50,
            powerFactor: 1,
            errorWord: device === limited && powerW > 0 ? 1 << 8 : 0,
            mpptVoltageV: Array.from({ length: 8 }, () => 600),
            stringCurrentA: Array.from({ length: strings }, (_, nth) =>
              (device === dead.place && nth + 1 === dead.string) ||
              (device === brief.place && nth + 1 === brief.string && isBetween(at, brief.from, brief.to))
                ? 0
                : stringA,
            ),
          },
        }
      },
      (at, device) => at % 900_000 === 0 && !(device === silent && hourOf(at) >= 10),
    ),
  )
  await analyseAll(portal)
})
afterAll(() => portal?.stop())

const ids = (count: number) => plant.devices.slice(0, count).map(({ id }) => id)
const ask = (person: Person, deviceIds: readonly string[], query: Record<string, string> = {}) =>
  person.call('GET /stations/:stationId/inverter-analysis', {
    params: { stationId: plant.stationId },
    query: { deviceIds: deviceIds.join(','), parameters: 'power,stringCurrents', date, ...query },
  })

test('compares kWh per kWp and names weak inverters with cause and loss', async () => {
  const { data } = await ask(owner, ids(20))
  expect(data.medianYield).toBeCloseTo(3.6, 2)
  expect(data.inverters[0]).toMatchObject({ specificYield: expect.closeTo(3.6, 2), deviation: expect.closeTo(0, 3) })
  expect(data.inverters[dim]).toMatchObject({
    specificYield: expect.closeTo(2.88, 2),
    deviation: expect.closeTo(-0.2, 2),
  })
  const findings = new Map(
    data.findings.map((finding) => [plant.devices.findIndex(({ id }) => id === finding.deviceId), finding]),
  )
  expect(Object.fromEntries([...findings].map(([place, { cause }]) => [place, cause]))).toEqual({
    [dead.place]: 'deadString',
    [dim]: 'allDay',
    [shaded]: 'shade',
    [silent]: 'silent',
    [hot]: 'hot',
    [lossy]: 'conversion',
    [limited]: 'limited',
    [brief.place]: 'deadString',
  })
  expect(findings.get(dim)).toMatchObject({ lostKwh: expect.closeTo(7.2, 1), lostIncome: expect.closeTo(0.72, 2) })
  // One of 32 strings gives nothing: a 31st of what the others made.
  expect(findings.get(dead.place)).toMatchObject({
    strings: [dead.string],
    code: 'A3',
    lostKwh: expect.closeTo(36 / 32, 1),
  })
  // Dead for more than an hour: the string is named, with the time.
  expect(findings.get(brief.place)).toMatchObject({
    strings: [brief.string],
    lostKwh: expect.closeTo((2 * 6) / 32, 1),
    from: `${date}T08:00:00.000Z`,
    to: `${date}T09:45:00.000Z`,
  })
  expect(findings.get(shaded)).toMatchObject({ lostKwh: expect.closeTo(7.2, 1) })
  expect(data.findings[0]?.deviceId).toBe(plant.devices[silent]?.id)
})

test('curves share one grid: power in W per kWp, each string as a share of the median', async () => {
  const { data } = await ask(owner, ids(3), { parameters: 'power,voltage,stringCurrents' })
  const noon = (Date.parse(`${date}T12:00:00Z`) - Date.parse(data.from)) / 900_000
  const [normal, broken] = data.inverters
  expect(normal?.curves.power?.[noon]).toBe(600)
  expect(normal?.curves.voltage?.[noon]).toBe(231)
  expect(normal?.curves.temperature).toBeUndefined()
  expect(normal?.stringMedianA[noon]).toBe(18)
  expect(readShares(broken?.stringShares[dead.string - 1] ?? '')[noon]).toBe(0)
  expect(readShares(broken?.stringShares[0] ?? '')[noon]).toBe(1)
  for (const { curves, stringShares, stringMedianA } of data.inverters) {
    for (const curve of [curves.power, stringMedianA, ...stringShares]) expect(curve).toHaveLength(data.quarters)
  }
  expect(broken?.stringDispersion).toBeCloseTo(Math.sqrt(31) / 31, 3)
})

test('50 inverters of 32 strings take no more statements than one, and 160 KB at most; one more is refused', async () => {
  const recorder = recordQueries(portal.db)
  const few = await recorder.during(() => ask(owner, ids(1)))
  let reply = await ask(owner, ids(50))
  const all = await recorder.during(async () => {
    reply = await ask(owner, ids(50))
  })
  expect(all.length).toBe(few.length)
  expect(all.length).toBeLessThan(16)
  expect(reply.data.inverters).toHaveLength(50)
  expect(reply.response.body.length).toBeLessThan(mostBytes)
  const refused = await ask(owner, ids(51))
  expect(refused).toMatchObject({ status: 400, errorCode: 'analysis.tooManyInverters' })
})

test('a device of another account is notFound; without the rights codes and income are null', async () => {
  const stranger = await portal.signIn('stranger')
  const other = await addTestPlant(portal, stranger)
  const foreign = await ask(owner, [...ids(2), other.devices[0]?.id ?? ''])
  expect(foreign).toMatchObject({ status: 404, errorCode: 'notFound' })
  expect((await ask(stranger, ids(2))).status).toBe(404)
  await acceptedShare(portal, plant.stationId, stranger, ['view'])
  const { data } = await ask(stranger, ids(20))
  expect(data.findings).toHaveLength(8)
  expect(new Set(data.findings.map(({ code, lostIncome }) => `${code} ${lostIncome}`))).toEqual(new Set(['null null']))
})

test('a day without data is null, not 0', async () => {
  const { data } = await ask(owner, ids(3), { date: '2026-06-02' })
  expect(data).toMatchObject({ medianYield: null, dispersion: null, findings: [] })
  expect(data.inverters.map(({ energyKwh }) => energyKwh)).toEqual([null, null, null])
})

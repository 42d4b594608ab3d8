import { addTestPlant, type Person, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let plant: TestPlant

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner)
})
afterAll(() => portal?.stop())

const send = async (values: object) => {
  portal.clock.now += 60_000
  const { data } = await plant.logger.send({
    devices: [{ serial: plant.devices[0]?.serial ?? '', at: portal.clock.now, ...values }],
  })
  return data
}
const deviceId = () => plant.devices[0]?.id ?? ''
const device = async () => (await owner.call('GET /devices/:deviceId', { params: { deviceId: deviceId() } })).data

test('a meter without a state has its status from its power; its error word is unknown, not 0', async () => {
  expect(await send({ powerW: 1500, energyTotalKwh: 5 })).toMatchObject({ accepted: 1, rejected: [] })
  const producing = { status: 'normal', statusReason: 'producing', mode: null, errorWord: null, powerW: 1500 }
  expect(await device()).toMatchObject(producing)
  expect(await send({ powerW: 0, mode: null, errorWord: null })).toMatchObject({ accepted: 1 })
  expect(await device()).toMatchObject({ status: 'standby', statusReason: 'stateNotReported', mode: null })
  const { data: rows } = await owner.call('GET /devices/:deviceId/history', {
    params: { deviceId: deviceId() },
    query: { from: '2026-06-10T00:00:00Z', to: '2026-06-11T00:00:00Z' },
  })
  expect(rows.map(({ mode, errorWord, codes }) => ({ mode, errorWord, codes }))).toEqual([
    { mode: null, errorWord: null, codes: [] },
    { mode: null, errorWord: null, codes: [] },
  ])
  const { data: day } = await owner.call('GET /stations/:stationId/day', { params: { stationId: plant.stationId } })
  // Both frames are in the same five minutes.
  expect(day.figures.peakPowerW).toBe(750)
})

test('frames without an error word neither raise nor clear an alarm', async () => {
  for (const word of [4, 4, undefined, undefined, undefined]) {
    await send({ powerW: 100, ...(word !== undefined && { mode: 5, errorWord: word }) })
  }
  const { data } = await owner.call('GET /alarms', { query: { deviceId: deviceId() } })
  expect(data.map(({ code, clearedAt }) => ({ code, clearedAt }))).toEqual([{ code: 'E3', clearedAt: null }])
})

test('a missing tracker is null in its place, never 0', async () => {
  const gaps = { mpptVoltageV: [600, null, 610], mpptCurrentA: [5, null, 4], stringCurrentA: [5, 5, null, 4] }
  expect(await send({ powerW: 5000, acVoltageV: [null, 230, null], ...gaps })).toMatchObject({ accepted: 1 })
  expect(await device()).toMatchObject({ ...gaps, acVoltageV: [null, 230] })
})

test('a device with frames every second goes offline a minute after its last frame, not after 3 seconds', async () => {
  const { logger, devices } = await addTestPlant(portal, owner)
  const { id = '', serial = '' } = devices[0] ?? {}
  for (let nth = 0; nth < 7; nth += 1) {
    portal.clock.now += 1000
    await logger.send({ devices: [{ serial, at: portal.clock.now, mode: 3, errorWord: 0, powerW: 1500 }] })
  }
  const age = async (afterMs: number) => {
    portal.clock.now += afterMs
    const { data } = await owner.call('GET /devices/:deviceId', { params: { deviceId: id } })
    return [data.status, data.age.state]
  }
  expect(await age(39_000)).toEqual(['normal', 'live'])
  expect(await age(20_000)).toEqual(['normal', 'late'])
  expect(await age(1000)).toEqual(['offline', 'stale'])
})

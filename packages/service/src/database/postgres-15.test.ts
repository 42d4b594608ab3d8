import { findPostgres15, type Postgres15, startPostgres15 } from '../testing/postgres-15.ts'
import { addTestPlant, frame, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const bin = findPostgres15()
if (bin === null) console.warn('Not run: no PostgreSQL 15 on this machine (looked in /usr/lib/postgresql/15 and PATH).')
const onPostgres15 = bin === null ? describe.skip : describe

onPostgres15('on PostgreSQL 15 through DATABASE_URL', () => {
  let server: Postgres15
  let portal: TestPortal

  beforeAll(async () => {
    server = await startPostgres15(bin ?? '')
    portal = await startTestPortal('2026-06-10T16:00:00Z', server.databaseUrl)
  }, 60_000)
  afterAll(async () => {
    await portal?.stop()
    await server?.stop()
  })

  test('the server is what it is said to be', async () => {
    const { rows } = await portal.db.pool.query<{ server_version: string }>('show server_version')
    expect(rows[0]?.server_version).toMatch(/^15\./)
  })

  test('frames become a day, a list, an alarm and a roll-up', async () => {
    const owner = await portal.signIn('owner')
    const plant = await addTestPlant(portal, owner)
    const [{ id, serial } = { id: '', serial: '' }] = plant.devices
    const from = Date.parse('2026-06-10T08:00:00Z')
    const devices = Array.from({ length: 97 }, (_, bin) =>
      frame(serial, from + bin * 300_000, {
        powerW: 3000,
        energyTotalKwh: 500 + bin / 4,
        errorWord: bin > 90 ? 1 : 0,
        acVoltageV: [230, 231, 232],
        stringCurrentA: [1, 2, 3, 4],
      }),
    )
    const sensors = devices.map(({ at }) => ({ at, irradianceWm2: 600 }))
    expect((await plant.logger.send({ devices, sensors }, { gzip: true })).data.accepted).toBe(2 * 97)
    expect((await plant.logger.send({ devices, sensors })).data).toMatchObject({ accepted: 0, duplicates: 2 * 97 })

    const { data: day } = await owner.call('GET /stations/:stationId/day', { params: { stationId: plant.stationId } })
    expect(day.figures).toMatchObject({ energyKwh: 24, peakPowerW: 3000 })
    expect(day.figures.performanceRatio).toBeCloseTo(0.5, 3)
    const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId: id } })
    expect(device).toMatchObject({
      status: 'normal',
      energyTodayKwh: 24,
      openAlarms: ['E1'],
      stringCurrentA: [1, 2, 3, 4],
    })
    expect((await owner.call('GET /devices/:deviceId/day', { params: { deviceId: id } })).data.figures.energyKwh).toBe(
      24,
    )
    expect((await owner.call('GET /stations', { query: { search: 'plant', sort: 'powerW' } })).total).toBe(1)
    expect((await owner.call('GET /alarms', { query: { state: 'open' } })).data).toMatchObject([{ code: 'E1' }])
  })
})

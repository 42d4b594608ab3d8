import { addTestPlant, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { migrate, migrateTo } from './migrate.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

test("quiet hours with an offset get their stations' most frequent known zone if it has that offset", async () => {
  const { pool, kysely } = portal.ownerDb
  const zonesOf = async (offset: number, ...zones: string[]) => {
    const owner = await portal.signIn(`owner-${offset}-${zones.length}`)
    for (const zone of zones) {
      const { stationId } = await addTestPlant(portal, owner)
      await pool.query('update station set time_zone = $2 where id = $1', [stationId, zone])
    }
    await pool.query('update account set quiet_from = 1320, quiet_to = 360, time_zone_offset = $2 where id = $1', [
      owner.accountId,
      offset,
    ])
    return async () => {
      const { rows } = await pool.query<{ zone: string }>('select quiet_zone as zone from account where id = $1', [
        owner.accountId,
      ])
      return rows[0]?.zone
    }
  }
  const read = [
    await zonesOf(60, 'Europe/Berlin', 'Europe/Berlin', 'Europe/Paris'),
    await zonesOf(120, 'Europe/Berlin'),
    await zonesOf(480, 'Europe/Berlin'),
    await zonesOf(60, 'Mars/Phobos', 'Europe/Paris'),
  ]
  await migrateTo(kysely, '0155-alarm-ends')
  expect(await migrate(kysely)).toContain('Up 0158-quiet-zone')
  expect(await Promise.all(read.map((zone) => zone()))).toEqual([
    'Europe/Berlin',
    'Europe/Berlin',
    null,
    'Europe/Paris',
  ])
})

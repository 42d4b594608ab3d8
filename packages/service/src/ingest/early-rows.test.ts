import { watchLoop } from '../testing/loop-watch.ts'
import { frame } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { takeEarlyRows } from './take-early-rows.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')
const watch = watchLoop(() => portal)

const startOn = (day: string) =>
  portal.db.pool.query('update station set installed_on = $1 where id = $2', [day, plant.stationId])
const count = async () =>
  (await portal.db.pool.query<{ n: number }>('select count(*)::int as n from device_sample')).rows[0]?.n ?? 0
const waiting = async () => (await owner.call('GET /loggers')).data[0]?.rowsBeforeStart
/** `many` frames from an instant on, five minutes apart. */
const frames = (from: string, many: number) =>
  Array.from({ length: many }, (_, nth) =>
    frame(plant.devices[0]?.serial ?? '', Date.parse(from) + nth * 300_000, {
      powerW: 100,
      energyTotalKwh: 1000 + nth,
    }),
  )

test('rows from before the start date are kept aside, and imported once that date is moved back', async () => {
  await startOn('2026-06-01')
  const sensors = [{ at: Date.parse('2026-05-30T10:00:00Z'), irradianceWm2: 500 }]
  const { data } = await plant.logger.send({ devices: frames('2026-05-27T10:00:00Z', 1200), sensors })
  expect(data).toMatchObject({ accepted: 0, duplicates: 0 })
  expect(data.rejected).toContainEqual({ list: 'devices', index: 0, code: 'row.beforeStart' })
  expect(data.rejected).toContainEqual({ list: 'sensors', index: 0, code: 'row.beforeStart' })
  const kept = data.rejected.length
  expect(await waiting()).toBe(kept)
  // Rows that are sent again are kept only once.
  await plant.logger.send({ devices: frames('2026-05-27T10:00:00Z', 10), sensors })
  expect(await waiting()).toBe(kept)
  const stored = await count()
  await takeEarlyRows(portal.service)
  expect([await count(), await waiting()]).toEqual([stored, kept])

  await startOn('2026-05-01')
  await watch.during(() => takeEarlyRows(portal.service))
  expect([await count(), await waiting()]).toEqual([stored + kept - 1, 0])
  const { data: day } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-05-30' },
  })
  expect(day.figures.energyKwh).toBeGreaterThan(0)
})

test('a row at the first instant of the start date is accepted, one before it is not', async () => {
  await startOn('2026-06-05')
  const midnight = Date.parse('2026-06-04T22:00:00Z')
  const serial = plant.devices[0]?.serial ?? ''
  const { data } = await plant.logger.send({ devices: [frame(serial, midnight - 1000), frame(serial, midnight)] })
  expect(data).toMatchObject({ accepted: 1, rejected: [{ list: 'devices', index: 0, code: 'row.beforeStart' }] })
})

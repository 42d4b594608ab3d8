import { untoldDays } from '../database/migrations/0160-untold-days.ts'
import { settledLosses } from '../database/migrations/0166-settled-losses.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { analyseAll, sendAll } from '../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { computeDueRollUps } from './kept/due-roll-ups.ts'

const { portal, owner } = sharedPortal('2026-06-12T16:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dates = ['2026-06-08', '2026-06-09', '2026-06-10']

async function energies({ stationId }: TestPlant) {
  const params = { stationId }
  const days = []
  for (const date of dates)
    days.push((await owner.call('GET /stations/:stationId/day', { params, query: { date } })).data.figures.energyKwh)
  return days
}

/** Stored sums as an older version left them: less by these kWh on each day. */
async function shorten({ stationId }: TestPlant, kwh: readonly number[]) {
  for (const table of ['device_day', 'station_day'])
    for (const [nth, less] of kwh.entries())
      await portal.db.pool.query(
        `update ${table} set energy_kwh = energy_kwh - $3 where station_id = $1 and date = $2`,
        [stationId, dates[nth], less],
      )
}

test('the migration recomputes days of a counter that stood over midnight and of frames off the grid', async () => {
  const stood = await addTestPlant(portal, owner)
  const midnight = Date.parse('2026-06-07T22:00:00Z')
  const isOn = (at: number) =>
    (at - midnight) % (24 * hourMs) >= 6 * hourMs && (at - midnight) % (24 * hourMs) < 18 * hourMs
  let made = 1000
  let shown = made
  const counting = Array.from({ length: 3 * 288 }, (_, nth) => midnight + nth * 5 * minuteMs).map((at) => {
    const stands = at >= midnight + 14 * hourMs && at < midnight + 32 * hourMs
    shown = stands ? shown : made
    const own = frame(stood.devices[0]?.serial ?? '', at, {
      powerW: isOn(at) ? 3000 : 0,
      energyTotalKwh: Math.round(shown * 100) / 100,
    })
    made += isOn(at) ? 0.25 : 0
    return own
  })
  await sendAll(stood, counting)

  // Its midnight is 12 o'clock UTC, in full sun.
  const beside = await addTestPlant(portal, owner, { timeZone: 'Pacific/Auckland' })
  const serial = beside.devices[0]?.serial ?? ''
  const first = Date.parse('2026-06-07T00:40:00Z')
  const hourly = Array.from({ length: 100 }, (_, nth) => frame(serial, first + nth * hourMs, { powerW: 3000 }))
  await sendAll(beside, hourly)
  await analyseAll(portal)
  await portal.db.pool.query('delete from due_roll_up')

  const whole = [await energies(stood), await energies(beside)]
  expect(whole[0]).toEqual(dates.map(() => expect.closeTo(36, 1) as number))
  expect(whole[1]).toEqual(dates.map(() => expect.closeTo(72, 1) as number))
  await shorten(stood, [12, 0, 0])
  await portal.db.pool.query(
    'update device_day set quarter_kwh[57:72] = array_fill(0::real, array[16]) where station_id = $1 and date = $2',
    [stood.stationId, dates[0]],
  )
  await shorten(beside, [2, 2, 2])
  expect([await energies(stood), await energies(beside)]).not.toEqual(whole)

  await untoldDays.up(portal.db.kysely)
  const { rows } = await portal.db.pool.query('select device_no from due_roll_up')
  expect(rows.length).toBeLessThanOrEqual(8)
  await computeDueRollUps(portal.service, Infinity)
  await analyseAll(portal)
  expect([await energies(stood), await energies(beside)]).toEqual(whole)
})

test('the migration recomputes days of frames every 7 minutes, not of one frame a bin', async () => {
  const plants = [await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const first = Date.parse('2026-06-07T22:02:00Z')
  for (const [nth, minutes] of [7, 5].entries()) {
    const serial = plants[nth]?.devices[0]?.serial ?? ''
    const count = Math.floor((72 * 60) / minutes)
    const all = Array.from({ length: count }, (_, at) =>
      frame(serial, first + at * minutes * minuteMs, { powerW: 1500 }),
    )
    if (plants[nth]) await sendAll(plants[nth], all)
  }
  await analyseAll(portal)
  await portal.db.pool.query('delete from due_roll_up')
  const whole = await Promise.all(plants.map(energies))
  for (const plant of plants) await shorten(plant, [1, 2, 1])
  await settledLosses.markBesideGrid(portal.db.kysely)
  await computeDueRollUps(portal.service, Infinity)
  await analyseAll(portal)
  const [beside, oneABin] = await Promise.all(plants.map(energies))
  expect(beside).toEqual(whole[0])
  expect(oneABin).not.toEqual(whole[1])
})

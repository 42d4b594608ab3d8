import { localDay } from '@helioport/time/node'
import { forgetOld } from '../telemetry/retention.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts'
import { deviceDaysTable, stationDaysTable, stationStatisticsTable } from './days.ts'
import type { ExportTable } from './table.ts'

const date = '2026-02-10'
const day = localDay(date, 'Europe/Berlin')
const hourMs = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

let portal: TestPortal
let plant: TestPlant
let accountId: string

/** Two devices with changing clouds on 10 February, one of them silent from 11:00 to 13:00. */
beforeAll(async () => {
  portal = await startTestPortal('2026-02-12T12:00:00Z')
  const owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner, { devices: 2 })
  const { rows } = await portal.db.pool.query<{ account_id: string }>('select account_id from station')
  accountId = rows[0]?.account_id ?? ''
  const light = (at: number) => {
    const hour = (at - day.from) / hourMs
    if (hour < 8 || hour >= 17) return 0
    return 700 * Math.sin(((hour - 8) / 9) * Math.PI) * (0.7 + 0.3 * Math.sin(at / 1_300_000))
  }
  const silent = (at: number, device: number) =>
    device === 1 && at >= day.from + 11 * hourMs && at < day.from + 13 * hourMs
  await sendAll(
    plant,
    framesOf(
      plant,
      iso(day.from),
      iso(day.to + 3 * hourMs),
      (at, device) => ({
        powerW: 7 * light(at) * (1 - device / 10),
        dcPowerW: 7.2 * light(at) * (1 - device / 10),
        frame: { cabinetC: 20 + light(at) / 30, acVoltageV: [230 + light(at) / 200, 231, 229] },
      }),
      (at, device) => !silent(at, device),
    ),
    sensorsOf(iso(day.from), iso(day.to + 3 * hourMs), (at) => ({
      irradianceWm2: light(at),
      ambientC: 5 + light(at) / 100,
      moduleC: 5 + light(at) / 40,
    })),
  )
  await analyseAll(portal)
})
afterAll(() => portal?.stop())

async function rowsOf(table: ExportTable) {
  const rows: unknown[][] = []
  for await (const row of table.rows) rows.push([...row])
  return rows
}

/** Numbers at the precision of four-byte floats. */
const coarse = (cells: unknown[]) =>
  cells.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, cell > 100 ? 2 : 4) : cell))

test('exports of a day, by quarter-hours and hours, are the same after its samples are dropped', async () => {
  const deviceId = plant.devices[1]?.id ?? ''
  const files = async () => {
    const found: unknown[][][] = []
    for (const resolution of ['15m', '1h'] as const) {
      const query = { from: date, to: date, resolution }
      found.push(await rowsOf(await stationDaysTable(portal.service, accountId, plant.stationId, query)))
      found.push(await rowsOf(await deviceDaysTable(portal.service, accountId, deviceId, query)))
    }
    const month = { period: 'month', date } as const
    found.push(await rowsOf(await stationStatisticsTable(portal.service, accountId, plant.stationId, month)))
    return found
  }
  portal.clock.now = Date.parse('2026-07-10T12:00:00Z')
  await analyseAll(portal)
  const before = await files()
  expect(before.map(({ length }) => length)).toEqual([96, 96, 24, 24, 28])
  const noon = before[1]?.[56]
  expect(noon?.slice(1, 5).every((cell) => typeof cell === 'number' && cell > 0)).toBe(true)
  await forgetOld(portal.service)
  const { rows } = await portal.db.pool.query<{ left: number }>('select count(*)::integer as left from device_sample')
  expect(rows[0]?.left).toBe(0)
  expect(await files()).toEqual(before.map((file) => file.map(coarse)))
})

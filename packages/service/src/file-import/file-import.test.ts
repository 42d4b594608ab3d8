import type { HistoryImport } from '@helioport/contract'
import { computeDueRollUps } from '../energy/kept/due-roll-ups.ts'
import { forgetOld } from '../telemetry/retention.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { takeOutImports, undoImport } from './undo-import.ts'

const minuteMs = 60_000
const stepMs = 15 * minuteMs
const { portal, owner } = sharedPortal('2026-06-20T12:00:00Z')
watchLoop(() => portal)
let plant: TestPlant

const powerAt = (at: number) => Math.round(8000 * Math.max(0, Math.sin(((at / 3_600_000 - 4) / 14) * Math.PI)))
const params = () => ({ stationId: plant.stationId })
const device = () => plant.devices[0]?.id ?? ''

/** Rows of a device every 15 minutes in [from, to]. */
function rowsOf(from: string, to: string, kwh: (at: number) => number | null = () => null): (number | null)[][] {
  const rows: (number | null)[][] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += stepMs) rows.push([at, powerAt(at), null, kwh(at), null])
  return rows
}

const begin = async (who: Person = owner, fingerprint = 'file-0001', rows = 0) =>
  who.call('POST /stations/:stationId/imports', {
    params: params(),
    body: { fileName: 'history.csv', fingerprint, rows, refused: 2 },
  })

async function send(own: HistoryImport, all: (number | null)[][], deviceId: string | null, from = 0, until = Infinity) {
  const replies = []
  for (let start = from * 500; start < Math.min(all.length, until * 500); start += 500) {
    const body = { seq: start / 500, deviceId, intervalS: 900, rows: all.slice(start, start + 500) }
    const reply = await owner.call('POST /stations/:stationId/imports/:importId/rows', {
      params: { ...params(), importId: own.id },
      body,
    })
    expect(reply.status).toBe(200)
    replies.push(reply.data)
  }
  return replies
}

async function bringIn(all: (number | null)[][], deviceId: string | null = device(), fingerprint?: string) {
  const { data: own } = await begin(owner, fingerprint, all.length)
  const replies = await send(own, all, deviceId)
  const ended = await owner.call('POST /stations/:stationId/imports/:importId/end', {
    params: { ...params(), importId: own.id },
  })
  expect(ended.status).toBe(200)
  return { own: ended.data, replies }
}

const undo = (own: HistoryImport, who: Person = owner) =>
  who.call('POST /stations/:stationId/imports/:importId/undo', { params: { ...params(), importId: own.id } })

const list = async () => (await owner.call('GET /stations/:stationId/imports', { params: params() })).data

async function settle() {
  await computeDueRollUps(portal.service, Infinity)
  await analyseAll(portal)
}

const tables = [
  'device_sample',
  'sensor_sample',
  'device_latest',
  'sensor_latest',
  'device_day',
  'station_day',
  'device_month',
  'station_month',
  'kept_aside',
  'due_roll_up',
  'alarm',
]

/** All rows of measurements and of what is computed from them, as text. */
async function everything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await portal.db.pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

/** Names the first rows that differ; a difference of thousands of rows is unreadable. */
function expectSame(own: Record<string, string[]>, other: Record<string, string[]>) {
  for (const table of tables) {
    const [now, then] = [own[table] ?? [], other[table] ?? []]
    const [came, went] = [now.filter((row) => !then.includes(row)), then.filter((row) => !now.includes(row))]
    expect([table, came.slice(0, 2), went.slice(0, 2)]).toEqual([table, [], []])
    expect(now.length).toBe(then.length)
  }
}

const energyOf = async (date: string) =>
  (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data.figures.energyKwh

beforeEach(async () => {
  portal.clock.now = Date.parse('2026-06-20T12:00:00Z')
  for (const table of ['device_sample', 'sensor_sample', 'device', 'logger', 'station'])
    await portal.ownerDb.pool.query(`delete from ${table}`)
  plant = await addTestPlant(portal, owner, { installedOn: '2026-01-01', devices: 2 })
})

/** Sends what a logger measured in June. */
async function sendJune() {
  const frames = framesOf(plant, '2026-06-10T00:00:00Z', '2026-06-12T12:00:00Z', (at) => ({ powerW: powerAt(at) }))
  const sensors = sensorsOf('2026-06-10T00:00:00Z', '2026-06-12T12:00:00Z', (at) => ({
    irradianceWm2: powerAt(at) / 9,
    ambientC: 20,
  }))
  await sendAll(plant, frames, sensors)
  await settle()
}

test('a dry run changes nothing and names the rows to be refused by index and code', async () => {
  await sendJune()
  const before = await everything()
  const rows = [
    [Date.parse('2025-12-31T12:00:00Z'), 100, null, null, null],
    [Date.parse('2026-05-01T12:00:00Z'), 5000, null, null, null],
    [Date.parse('2026-05-01T12:15:00Z'), 500_000, null, null, null],
    [Date.parse('2026-06-10T12:07:00Z'), 5000, null, null, null],
    [Date.parse('2026-06-21T12:00:00Z'), 5000, null, null, null],
    [Date.parse('2026-05-01T12:30:00Z'), 16_500, null, null, null],
  ]
  const { data, status } = await owner.call('POST /stations/:stationId/imports/check', {
    params: params(),
    body: { deviceId: device(), intervalS: 900, fingerprint: 'file-0001', rows },
  })
  expect(status).toBe(200)
  expect(data).toEqual({
    accepted: 3,
    keptAside: 2,
    refused: [
      { index: 0, code: 'row.beforeStart' },
      { index: 3, code: 'row.existing' },
      { index: 4, code: 'row.clockTooFar' },
    ],
  })
  expectSame(await everything(), before)
  expect(await list()).toEqual([])
})

test('imported rows count; undoing the import restores every sum byte for byte', async () => {
  await sendJune()
  const before = await everything()
  // Before, into and after what a logger measured: its rows stay as they are.
  const { own } = await bringIn(rowsOf('2026-05-02T00:00:00Z', '2026-06-14T00:00:00Z'))
  await settle()
  const june = 2.5 * 96 + 1
  expect(own).toMatchObject({
    state: 'done',
    userName: 'owner',
    fileName: 'history.csv',
    from: '2026-05-02T00:00:00.000Z',
  })
  expect(own.accepted).toBeGreaterThan(3800)
  expect(own.rows - own.accepted).toBeGreaterThanOrEqual(june)
  const made = rowsOf('2026-05-09T22:00:00Z', '2026-05-10T21:59:00Z').reduce(
    (sum, row) => sum + (row[1] ?? 0) / 4000,
    0,
  )
  expect(await energyOf('2026-05-10')).toBeCloseTo(made, 3)
  await bringIn(
    rowsOf('2026-05-02T00:00:00Z', '2026-06-14T00:00:00Z').map(([at = 0]) => [at, 500, null, 12, null, null]),
    null,
    'weather-1',
  )
  await settle()
  expect((await everything())['station_day']).not.toEqual(before['station_day'])

  for (const each of await list()) {
    expect((await undo(each)).data.state).toBe('undoing')
    expect((await undo(each)).status).toBe(200)
  }
  await takeOutImports(portal.service, Infinity)
  await settle()
  expect((await list()).map(({ state }) => state)).toEqual(['undone', 'undone'])
  expectSame(await everything(), before)
  // A repeated undo changes nothing.
  expect((await undo(own)).data.state).toBe('undone')
  await takeOutImports(portal.service, Infinity)
  expectSame(await everything(), before)
})

test('undoing an import of lifetime counters restores the days of the logger', async () => {
  await sendJune()
  const before = await everything()
  const end = Date.parse('2026-06-09T23:45:00Z')
  const { own } = await bringIn(rowsOf('2026-06-05T00:00:00Z', '2026-06-09T23:45:00Z', (at) => 1000 - (end - at) / 1e7))
  await settle()
  expect((await everything())['device_day']).not.toEqual(before['device_day'])
  await undo(own)
  await takeOutImports(portal.service, Infinity)
  await settle()
  expectSame(await everything(), before)
})

test('undoing an import at an empty station leaves nothing behind', async () => {
  const before = await everything()
  const { own } = await bringIn(rowsOf('2026-03-01T00:00:00Z', '2026-04-20T00:00:00Z', (at) => at / 1e9))
  await settle()
  expect((await everything())['station_month']).not.toEqual([])
  await undo(own)
  await takeOutImports(portal.service, Infinity)
  await settle()
  expectSame(await everything(), before)
})

test('importing the same file again adds nothing; existing rows stay', async () => {
  const rows = rowsOf('2026-05-02T00:00:00Z', '2026-05-05T00:00:00Z')
  await bringIn(rows)
  await settle()
  const once = await everything()
  const { own, replies } = await bringIn(rows, device(), 'file-0002')
  await settle()
  expect(own).toMatchObject({ accepted: 0, from: null, to: null })
  expect(replies.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(rows.map(() => 'row.existing'))
  expectSame(await everything(), once)
  await undo(own)
  await takeOutImports(portal.service, Infinity)
  await settle()
  expectSame(await everything(), once)
})

test('an undone file can be imported again with the same result', async () => {
  await sendJune()
  const rows = rowsOf('2026-06-05T00:00:00Z', '2026-06-12T00:00:00Z', (at) => (at - Date.parse('2026-01-01')) / 1e7)
  const first = await bringIn(rows)
  await settle()
  const once = await everything()
  await undo(first.own)
  await takeOutImports(portal.service, Infinity)
  await settle()
  const { own } = await bringIn(rows, device(), 'file-again')
  await settle()
  expect(own).toMatchObject({ state: 'done', accepted: first.own.accepted, from: first.own.from, to: first.own.to })
  const again = await everything()
  for (const table of ['device_day', 'station_day', 'device_month', 'station_month', 'alarm', 'kept_aside']) {
    expect([table, again[table]]).toEqual([table, once[table]])
  }
})

test('an interrupted import resumes; a repeated request counts once', async () => {
  const rows = rowsOf('2026-05-02T00:00:00Z', '2026-05-20T00:00:00Z')
  const { data: own } = await begin(owner, 'file-0003', rows.length)
  await send(own, rows, device(), 0, 2)
  await send(own, rows, device(), 1, 2)
  const { data: again } = await begin(owner, 'file-0003', rows.length)
  expect(again).toMatchObject({ id: own.id, state: 'sending', lastSeq: 1, accepted: 1000 })
  await send(again, rows, device(), again.lastSeq + 1)
  expect(await list()).toMatchObject([{ id: own.id, accepted: rows.length, refused: 2 }])
})

test('an interrupted undo resumes, also of an unfinished import', async () => {
  await sendJune()
  const before = await everything()
  const { data: own } = await begin()
  await send(own, rowsOf('2026-02-02T00:00:00Z', '2026-05-20T00:00:00Z'), device())
  await undo(own)
  // One part per call: its progress is stored in the rows alone.
  let calls = 0
  while ((await list())[0]?.state === 'undoing') {
    await takeOutImports(portal.service, 0)
    calls += 1
  }
  expect(calls).toBeGreaterThan(3)
  await settle()
  expectSame(await everything(), before)
  const late = {
    seq: 900,
    deviceId: device(),
    intervalS: 900,
    rows: rowsOf('2026-05-02T00:00:00Z', '2026-05-02T01:00:00Z'),
  }
  expect(
    await owner.call('POST /stations/:stationId/imports/:importId/rows', {
      params: { ...params(), importId: own.id },
      body: late,
    }),
  ).toMatchObject({ status: 409, errorCode: 'import.ended' })
})

test('undoing an import keeps a row that a logger has corrected since', async () => {
  const { own } = await bringIn(rowsOf('2026-05-02T10:00:00Z', '2026-05-02T11:00:00Z'))
  const at = Date.parse('2026-05-02T10:15:00Z')
  const payload = JSON.stringify({
    logger: plant.logger.serial,
    seq: 9,
    loggerTime: portal.clock.now,
    uptimeS: 1,
    correction: true,
    devices: [{ serial: plant.devices[0]?.serial, at, powerW: 4321 }],
  })
  expect((await plant.logger.send({}, { payload })).status).toBe(200)
  await undo(own)
  await takeOutImports(portal.service, Infinity)
  const { rows } = await portal.db.pool.query<{ power_w: number }>('select power_w from device_sample')
  expect(rows).toEqual([{ power_w: 4321 }])
})

test('neither a stranger nor a guest with the right to view can import or undo', async () => {
  const { own } = await bringIn(rowsOf('2026-05-02T10:00:00Z', '2026-05-02T11:00:00Z'))
  const stranger = await portal.signIn('stranger')
  expect((await begin(stranger)).status).toBe(404)
  expect((await undo(own, stranger)).status).toBe(404)
  await owner.call('POST /stations/:stationId/shares', {
    params: params(),
    body: { userName: 'stranger', rights: ['view'], endsOn: null },
  })
  expect((await begin(stranger)).status).not.toBe(200)
  // A device or an import of another station cannot be reached through an own station.
  const other = await addTestPlant(portal, stranger)
  const rows = rowsOf('2026-05-02T10:00:00Z', '2026-05-02T11:00:00Z')
  const body = { deviceId: device(), intervalS: 900, fingerprint: 'file-0009', rows }
  const to = { stationId: other.stationId }
  expect((await stranger.call('POST /stations/:stationId/imports/check', { params: to, body })).status).toBe(404)
  expect(
    (await stranger.call('POST /stations/:stationId/imports/:importId/undo', { params: { ...to, importId: own.id } }))
      .status,
  ).toBe(404)
})

test('samples of an import stay while it can be undone; later undo is refused with import.undoEnded', async () => {
  const { own } = await bringIn(rowsOf('2026-01-05T00:00:00Z', '2026-01-08T00:00:00Z'))
  await settle()
  const left = async () =>
    (await portal.db.pool.query<{ n: number }>('select count(*)::int as n from device_sample')).rows[0]?.n
  const samples = await left()
  portal.clock.now += 29 * 86_400_000
  await settle()
  await forgetOld(portal.service)
  expect(await left()).toBe(samples)
  portal.clock.now += 2 * 86_400_000
  await settle()
  await forgetOld(portal.service)
  expect(await left()).toBe(0)
  await expect(undoImport(portal.service, plant.stationId, own.id)).rejects.toMatchObject({ code: 'import.undoEnded' })
  const { rows } = await portal.db.pool.query<{ kwh: number }>(
    "select energy_kwh as kwh from station_day where date = '2026-01-06'",
  )
  expect(rows[0]?.kwh).toBeGreaterThan(0)
})

import { parse as parseCsv } from 'csv-parse/sync'
import { streamXlsxRows } from 'hucre/xlsx'
import { hostileTexts } from '../testing/bad-values.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { frame, type Person } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { exportFile } from './file.ts'
import type { Cell, ExportTable } from './table.ts'
import { runExportTasks } from './task.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T12:00:00Z', { devices: 2 })
watchLoop(() => portal)

beforeAll(async () => {
  const from = Date.parse('2026-06-10T04:00:00Z')
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      Array.from({ length: 96 }, (_, nth) =>
        frame(serial, from + nth * 300_000, {
          powerW: -3 + nth * 50 * (device + 1),
          energyTotalKwh: 500 + nth * 0.25 * (device + 1),
        }),
      ),
    ),
  })
})

/** Rows of a CSV as texts. */
function parse(csv: string, delimiter = ','): string[][] {
  expect(csv.startsWith('\uFEFF')).toBe(true)
  return parseCsv(csv, { bom: true, delimiter, record_delimiter: '\r\n' })
}

async function read(name: Parameters<Person['call']>[0], query: Record<string, string>, person = owner) {
  const response = await portal.app.inject({
    url: `/api/web/v1${name.replace('GET ', '')}`,
    query,
    headers: { cookie: person.cookie },
  })
  return {
    response,
    rows: response.statusCode === 200 ? parse(response.body, query.locale === 'pt-BR' ? ';' : ',') : [],
  }
}

const column = (rows: string[][], heading: string) => {
  const index = rows[0]?.indexOf(heading) ?? -1
  expect([heading, index >= 0]).toEqual([heading, true])
  return rows.slice(1).map((row) => row[index] ?? '')
}
const sum = (texts: string[]) => texts.reduce((total, text) => total + Number(text.replace(',', '.')), 0)

test('the sums of a file equal the figures of the page in every language', async () => {
  const params = { stationId: plant.stationId }
  const station = (await owner.call('GET /stations/:stationId', { params })).data
  const headings = {
    'en-US': 'Energy today (kWh)',
    'zh-CN': '今日发电量 (kWh)',
    'zh-TW': '今日發電量 (kWh)',
    'pt-BR': 'Energia hoje (kWh)',
  }
  for (const [locale, heading] of Object.entries(headings)) {
    const { rows, response } = await read('GET /exports/devices', { format: 'csv', locale, stationId: plant.stationId })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe("attachment; filename*=UTF-8''devices.csv")
    expect(sum(column(rows, heading))).toBeCloseTo(station.energyTodayKwh ?? -1, 9)
    const stations = await read('GET /exports/stations', { format: 'csv', locale })
    expect(sum(column(stations.rows, heading))).toBeCloseTo(station.energyTodayKwh ?? -1, 9)
  }
})

test("an exported day has the page's bins with data quality, in any zone and resolution", async () => {
  const query = { format: 'csv', locale: 'en-US', stationId: plant.stationId, date: '2026-06-10' }
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-06-10' },
  })
  const fine = await read('GET /exports/station-day', { ...query, resolution: '5m' })
  expect(column(fine.rows, 'Power (W)').map((text) => (text === '' ? null : Number(text)))).toEqual(data.powerW)
  expect(Math.max(...column(fine.rows, 'Power (W)').map(Number))).toBe(data.figures.peakPowerW)
  expect(column(fine.rows, 'Time')[0]).toBe('2026-06-10 00:00:00+02:00')
  expect(new Set(column(fine.rows, 'Data quality'))).toEqual(new Set(['Good', 'Gap']))
  const coarse = await read('GET /exports/station-day', { ...query, resolution: '1h', timeZone: 'Asia/Taipei' })
  expect(coarse.rows).toHaveLength(25)
  expect(column(coarse.rows, 'Time')[0]).toBe('2026-06-10 06:00:00+08:00')
  // The energy rows equal the hours of the day, and add up to it.
  const hours = column(coarse.rows, 'Energy (kWh)')
  expect(hours.map((text) => (text === '' ? null : Number(text)))).toEqual(data.hours.map(({ energyKwh }) => energyKwh))
  expect(sum(column(fine.rows, 'Energy (kWh)'))).toBeCloseTo(data.figures.energyKwh ?? -1, 2)
  expect(sum(column(fine.rows, 'Income'))).toBeCloseTo(data.figures.income ?? -1, 2)
  expect(column(fine.rows, 'Data coverage').filter((text) => text !== '' && text !== '1')).not.toEqual([])
  const first = data.powerW.slice(96, 108).filter((value) => value !== null)
  expect(Number(column(coarse.rows, 'Power (W)')[8])).toBeCloseTo(first.reduce((a, b) => a + b, 0) / first.length, 9)
})

test('a guest gets no income and no history without the right, a stranger 404; columns are as chosen', async () => {
  const friend = await portal.signIn('friend')
  await portal.db.pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     values ($1, $2, 'friend', '{view}', now(), now())`,
    [plant.stationId, friend.accountId],
  )
  const query = { format: 'csv', locale: 'en-US' }
  const own = await read('GET /exports/stations', query)
  const shared = await read('GET /exports/stations', query, friend)
  expect([column(own.rows, 'Income')[0] !== '', column(shared.rows, 'Income')]).toEqual([true, ['']])
  const history = { deviceId: plant.devices[0]?.id ?? '', from: '2026-06-10T00:00:00Z', to: '2026-06-11T00:00:00Z' }
  expect((await read('GET /exports/device-history', { ...query, ...history }, friend)).response.statusCode).toBe(403)
  const stranger = await portal.signIn('stranger')
  expect((await read('GET /exports/device-history', { ...query, ...history }, stranger)).response.statusCode).toBe(404)
  expect((await read('GET /exports/device-history', { ...query, ...history })).rows).toHaveLength(97)
  // The file has the rows and columns of the screen, in their order.
  const chosen = { ...history, columns: 'powerW,at', order: 'desc', parameter: 'powerW', least: '1' }
  const { rows } = await read('GET /exports/device-history', { ...query, ...chosen })
  expect(rows[0]).toEqual(['Power (W)', 'Time'])
  const screen = await owner.call('GET /devices/:deviceId/history', {
    params: { deviceId: history.deviceId },
    query: { from: history.from, to: history.to, order: 'desc', parameter: 'powerW', least: '1', pageSize: '200' },
  })
  expect(screen.data.length).toBeGreaterThan(10)
  expect(column(rows, 'Power (W)').map(Number)).toEqual(screen.data.map(({ powerW }) => powerW))
})

test('numbers are rounded to the measured digits in CSV and XLSX', async () => {
  const noisy = {
    power: 13184.912000001408,
    energy: 0.1 + 0.2,
    coverage: 1 / 3,
    irradiance: 812.0499999,
    cabinet: -0.04,
  }
  const clean = [13184.9, 0.3, 0.3333, 812, 0]
  const words = Object.keys(noisy) as (keyof typeof noisy)[]
  async function* rows() {
    yield Object.values(noisy)
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const table = { name: 'digits', columns: words.map((word) => ({ word })), rows: rows() }
    const file = await fileOf(table, format)
    if (format === 'csv') expect(parse(file.toString())[1]).toEqual(clean.map(String))
    else expect((await sheetOf(file))[1]).toEqual(clean)
  }
})

const evil = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\0=1',
  '＝1',
  '＋1',
  '－1',
  '＠A',
  ' =1',
  '\u200b=1',
  '=cmd|calc!A1',
  ...hostileTexts,
]

async function written(format: 'csv' | 'xlsx', cells: Cell[]): Promise<Buffer> {
  async function* rows() {
    for (const cell of cells) yield [cell, 1]
  }
  return fileOf({ name: 'x', columns: [{ word: 'device' }, { word: 'power' }], rows: rows() }, format)
}

async function fileOf(table: ExportTable, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of exportFile(table, { format, locale: 'en-US' }).body) {
    parts.push(Buffer.from(part as Uint8Array))
  }
  return Buffer.concat(parts)
}

async function sheetOf(file: Buffer): Promise<unknown[][]> {
  const sheet: unknown[][] = []
  for await (const row of streamXlsxRows(file)) sheet.push(row.values)
  return sheet
}

test('no text becomes a formula, and negative numbers stay numbers', async () => {
  const csv = parse((await written('csv', [...evil, -1.5, -0.1])).toString())
  const cells = csv.slice(1).map(([cell = '']) => cell)
  for (const cell of cells.slice(0, -2)) expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u)
  expect(cells.slice(-2)).toEqual(['-1.5', '-0.1'])

  const file = await written('xlsx', [...evil, -1.5])
  const values = (await sheetOf(file)).map(([value]) => value)
  expect(values).toHaveLength(evil.length + 2)
  expect(values.at(-1)).toBe(-1.5)
  for (const value of values.slice(1, -1)) expect(typeof value).toBe('string')
})

test('a workbook has the same numbers as the CSV', async () => {
  const query = { locale: 'pt-BR', stationId: plant.stationId }
  const { rows } = await read('GET /exports/devices', { ...query, format: 'csv' })
  const { response } = await read('GET /exports/stations', { ...query, format: 'csv' })
  expect(response.statusCode).toBe(400)
  const book = await portal.app.inject({
    url: '/api/web/v1/exports/devices',
    query: { ...query, format: 'xlsx' },
    headers: { cookie: owner.cookie },
  })
  const sheet = await sheetOf(book.rawPayload)
  // The UTC offset has its own column; in the CSV it is in the cell of the time.
  expect(sheet[0]).toEqual([...(rows[0] ?? []), 'Diferença do UTC'])
  const power = rows[0]?.indexOf('Potência (W)') ?? -1
  expect(sheet.slice(1).map((row) => row[power])).toEqual(
    rows.slice(1).map((row) => Number(row[power]?.replace(',', '.'))),
  )
})

test('a workbook has typed times and days, and a UTC offset that tells the repeated hour apart', async () => {
  const from = Date.parse('2026-10-25T00:30:00Z')
  async function* rows() {
    for (const at of [from, from + 3_600_000]) yield [{ at, timeZone: 'Europe/Berlin' }, '2026-10-25', 1.5]
    yield [null, null, null]
  }
  const columns = [{ word: 'time' }, { word: 'from' }, { word: 'energy' }] as const
  const sheet = await sheetOf(await fileOf({ name: 'times', columns, rows: rows() }, 'xlsx'))
  const [wall, day] = [new Date('2026-10-25T02:30:00Z'), new Date('2026-10-25T00:00:00Z')]
  expect(sheet.slice(0, 3)).toEqual([
    ['Time', 'UTC offset', 'From', 'Energy (kWh)'],
    [wall, '+02:00', day, 1.5],
    [wall, '+01:00', day, 1.5],
  ])
})

test('a long export is written by a job, fetched by its account alone, and deleted after a week', async () => {
  const deviceId = plant.devices[0]?.id ?? ''
  const body = {
    kind: 'device-history',
    format: 'csv',
    locale: 'en-US',
    deviceId,
    from: '2026-06-01',
    to: '2026-06-10',
  } as const
  const { data } = await owner.call('POST /export-tasks', { body })
  expect(data).toMatchObject({ state: 'queued', rows: 0 })
  const file = { url: `/api/web/v1/export-tasks/${data.id}/file`, headers: { cookie: owner.cookie } }
  expect((await portal.app.inject(file)).json()).toMatchObject({ errorCode: 'export.notReady' })
  await Promise.all([runExportTasks(portal.service), runExportTasks(portal.service)])
  expect((await owner.call('GET /export-tasks')).data).toMatchObject([{ id: data.id, state: 'done', rows: 96 }])
  const fetched = await portal.app.inject(file)
  expect(parse(fetched.body)).toHaveLength(97)
  const stranger = await portal.signIn('another stranger')
  expect((await portal.app.inject({ ...file, headers: { cookie: stranger.cookie } })).statusCode).toBe(404)
  const before = portal.clock.now
  portal.clock.now += 7 * 24 * 3_600_000
  expect((await portal.app.inject(file)).statusCode).toBe(404)
  await runExportTasks(portal.service)
  expect((await portal.db.pool.query('select 1 from export_chunk')).rowCount).toBe(0)
  portal.clock.now = before
})

test("the exported sign-in log has the page's rows, of the own account alone", async () => {
  await portal.anyone('POST /session', { body: { account: 'owner', password: 'wrong' } })
  await portal.signIn('somebody else')
  const { data, total } = await owner.call('GET /sign-ins')
  const { rows } = await read('GET /exports/sign-ins', { format: 'csv', locale: 'en-US' })
  expect(rows).toHaveLength(1 + (total ?? 0))
  expect(column(rows, 'Account')).toEqual(data.map(({ userName }) => userName))
  expect(column(rows, 'Network address')).toEqual(data.map(({ address }) => address))
  const refused = await read('GET /exports/sign-ins', { format: 'csv', locale: 'en-US', outcome: 'refused' })
  expect(column(refused.rows, 'Outcome')).toEqual(['session.wrongCredentials'])
})

test('revoking a right stops a waiting export and refuses a finished file', async () => {
  const guest = await portal.signIn('guest')
  const share = (rights: string) =>
    portal.db.pool.query(
      `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
       values ($1, $2, 'guest', $3, now(), now())
       on conflict (station_id, account_id) do update set rights = excluded.rights`,
      [plant.stationId, guest.accountId, rights],
    )
  await share('{view,logs}')
  const deviceId = plant.devices[0]?.id ?? ''
  const body = {
    kind: 'device-history',
    format: 'csv',
    locale: 'en-US',
    deviceId,
    from: '2026-06-09',
    to: '2026-06-10',
  } as const
  const done = await guest.call('POST /export-tasks', { body })
  await runExportTasks(portal.service)
  const waiting = await guest.call('POST /export-tasks', { body })
  await share('{view}')
  await runExportTasks(portal.service)
  const { data } = await guest.call('GET /export-tasks')
  expect(data.find(({ id }) => id === waiting.data.id)).toMatchObject({ state: 'stopped', errorCode: 'access.denied' })
  const file = { url: `/api/web/v1/export-tasks/${done.data.id}/file`, headers: { cookie: guest.cookie } }
  expect((await portal.app.inject(file)).statusCode).toBe(403)
  expect((await guest.call('POST /export-tasks', { body })).errorCode).toBe('access.denied')
})

test('revoking a share while a file is written stops the export at the next chunk', async () => {
  const guest = await portal.signIn('guest-of-a-moment')
  await portal.db.pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     values ($1, $2, 'guest-of-a-moment', '{view}', now(), now())`,
    [plant.stationId, guest.accountId],
  )
  const body = {
    kind: 'device-day',
    format: 'csv',
    locale: 'en-US',
    deviceId: plant.devices[0]?.id ?? '',
    from: '2025-06-11',
    to: '2026-06-10',
  } as const
  const taskOf = async (person: Person, taskId: string) =>
    (await person.call('GET /export-tasks')).data.find(({ id }) => id === taskId)
  const { data: whole } = await owner.call('POST /export-tasks', { body })
  await runExportTasks(portal.service)
  const { data: task } = await guest.call('POST /export-tasks', { body })
  const find = () => taskOf(guest, task.id)
  const written = runExportTasks(portal.service)
  while (((await find())?.bytes ?? 1) === 0) await new Promise(setImmediate)
  expect(await find()).toMatchObject({ state: 'running' })
  await portal.db.pool.query('delete from station_share where account_id = $1', [guest.accountId])
  await written
  const stopped = await find()
  expect(stopped).toMatchObject({ state: 'stopped', errorCode: 'notFound' })
  expect(stopped?.rows).toBeLessThan((await taskOf(owner, whole.id))?.rows ?? 0)
  const { rowCount } = await portal.db.pool.query('select 1 from export_chunk where task_id = $1', [task.id])
  expect(rowCount).toBe(0)
})

test('an export whose instance died is written by another', async () => {
  const body = { kind: 'stations', format: 'xlsx', locale: 'zh-TW' } as const
  const { data } = await owner.call('POST /export-tasks', { body })
  await portal.db.pool.query("update export_task set state = 'running', claimed_at = $2 where id = $1", [
    data.id,
    new Date(portal.clock.now - 3 * 60_000),
  ])
  await runExportTasks(portal.service)
  expect((await owner.call('GET /export-tasks')).data.find(({ id }) => id === data.id)).toMatchObject({ state: 'done' })
})

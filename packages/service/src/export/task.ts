import { type ExportKind, type ExportTask, type ExportTaskInput, exportRightOf } from '@helioport/contract'
import { ObjectStoreError } from '@helioport/object-store'
import { addDays, isTimeZone, iso, localDay } from '@helioport/time/node'
import {
  deleteExpiredTasks,
  deleteExportTask,
  endExportTask,
  type ExportEnd,
  findExportTask,
  findExportTasks,
  insertExportTask,
  takeExportTask,
} from './queries/task.ts'
import type { Service } from '../base/service.ts'
import { claimFile } from '../file-store/file-store.ts'
import { requireRight } from '../access/require-right.ts'
import { deviceDaysTable, stationDaysTable } from './days.ts'
import { exportFile } from './file.ts'
import { openStored, storeFile, TaskLost } from './stored-file.ts'
import { historyTable } from './history.ts'
import { alarmsTable, devicesTable, operationsTable, stationsTable } from './lists.ts'
import type { ExportTable } from './table.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import { requireSpace } from '../base/storage.ts'

const keptMs = 7 * 24 * 3_600_000
/** An instance without progress for this long counts as dead; another takes its task. */
const lostMs = 2 * 60_000
const maxWaiting = 5
const maxDays = 366

/**
 * Queues a long export.
 * @throws Problem request.invalid, period.tooLong, notFound, access.denied, export.tooMany, service.storageFull
 */
export async function askExport(service: Service, accountId: string, input: ExportTaskInput): Promise<ExportTask> {
  checkInput(input)
  await checkRights(service, accountId, input)
  await requireSpace(service)
  const now = service.now()
  const task = await service.db.transaction((tx) =>
    insertExportTask(tx, accountId, input, { now, expiresAt: now + keptMs }, maxWaiting),
  )
  if (!task) throw new Problem('export.tooMany')
  return toTask(task)
}

const ofStation: ReadonlySet<ExportKind> = new Set(['station-day'])
const ofDevice: ReadonlySet<ExportKind> = new Set(['device-day', 'device-history'])

/** Checks what the schema cannot express: the fields that each kind needs. */
function checkInput({ kind, stationId, deviceId, from, to, timeZone }: ExportTaskInput): void {
  const missing = (path: string) => new Problem('request.invalid', { issues: [{ path, message: 'is needed' }] })
  if (ofStation.has(kind) && stationId === undefined) throw missing('/stationId')
  if (ofDevice.has(kind) && deviceId === undefined) throw missing('/deviceId')
  if ((ofStation.has(kind) || ofDevice.has(kind)) && (from === undefined || to === undefined)) throw missing('/from')
  checkTimeZone(timeZone)
  if (from === undefined || to === undefined) return
  if (to < from) throw new Problem('request.invalid', { issues: [{ path: '/to', message: 'not before from' }] })
  if (addDays(from, maxDays) <= to) throw new Problem('period.tooLong')
}

/** @throws Problem request.invalid */
export function checkTimeZone(timeZone: string | undefined): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new Problem('request.invalid', { issues: [{ path: '/timeZone', message: 'is the name of a zone' }] })
  }
}

/** Checks the kind's right on the station or device: when the task is made, while it runs, and when it is fetched. */
async function checkRights(service: Service, accountId: string, input: ExportTaskInput): Promise<void> {
  const { kind, stationId, deviceId } = input
  await requireRight(service, accountId, exportRightOf[kind], { stationId, deviceId })
}

export async function listExportTasks(service: Service, accountId: string, page: PageQuery) {
  const { rows, total } = await findExportTasks(service.db.read, accountId, service.now(), windowOf(page))
  return { data: rows.map(toTask), total }
}

/** @throws Problem notFound, access.denied, export.notReady; ObjectStoreError */
export async function fetchExport(service: Service, accountId: string, id: string) {
  const task = await findExportTask(service.db.read, accountId, id, service.now())
  if (!task) throw new Problem('notFound')
  await checkRights(service, accountId, task.input)
  if (task.state !== 'done') throw new Problem('export.notReady')
  const { kind, format } = task.input
  const type =
    format === 'csv' ? 'text/csv; charset=utf-8' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const body = await openStored(service, task)
  if (!body) throw new Problem('notFound')
  return { type, name: `${kind}.${format}`, body }
}

/** @throws Problem notFound */
export async function removeExport(service: Service, accountId: string, id: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteExportTask(tx, accountId, id)))) throw new Problem('notFound')
}

/** Writes waiting exports, one after the other, and deletes expired ones. A job with its own lane. */
export async function runExportTasks(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteExpiredTasks(tx, service.now()))
  for (;;) {
    const now = service.now()
    const task = await service.db.transaction((tx) => takeExportTask(tx, now, now - lostMs))
    if (!task) return
    const end = await writeFile(service, task)
    if (end) await endTask(service, task.id, end)
  }
}

async function endTask(service: Service, id: string, end: ExportEnd): Promise<void> {
  await service.db.transaction(async (tx) => {
    const isOurs = await endExportTask(tx, id, end, service.now())
    // Else a job removes the object: no row names it.
    if (isOurs && end.objectKey !== null) await claimFile(tx, end.objectKey)
  })
}

type ExportTaskRow = NonNullable<Awaited<ReturnType<typeof takeExportTask>>>

/** Null: the task was removed, or another instance has it. */
async function writeFile(service: Service, task: ExportTaskRow): Promise<ExportEnd | null> {
  let rows = 0
  try {
    await checkRights(service, task.account_id, task.input)
    const table = await tableOf(service, task.account_id, task.input)
    const counted = counting(table.rows, () => (rows += 1))
    const file = exportFile({ ...table, rows: counted }, task.input)
    const objectKey = await storeFile(service, task, file, () => checkRights(service, task.account_id, task.input))
    return { state: 'done', errorCode: null, rows, objectKey }
  } catch (error) {
    if (error instanceof TaskLost) return null
    // A Problem, such as a revoked right, stops the file; any other error is the service's own failure.
    if (error instanceof Problem) return { state: 'stopped', errorCode: error.code, rows, objectKey: null }
    const errorCode = error instanceof ObjectStoreError ? 'service.unavailable' : 'service.failed'
    return { state: 'failed', errorCode, rows, objectKey: null }
  }
}

async function* counting<T>(items: AsyncIterable<T>, count: () => void) {
  for await (const item of items) {
    count()
    yield item
  }
}

async function tableOf(service: Service, accountId: string, input: ExportTaskInput): Promise<ExportTable> {
  const { kind, stationId, deviceId, from, to, timeZone = 'UTC' } = input
  const place = { ...(stationId !== undefined && { stationId }), ...(deviceId !== undefined && { deviceId }) }
  const period = {
    ...(from !== undefined && { from: iso(localDay(from, timeZone).from) }),
    ...(to !== undefined && { to: iso(localDay(to, timeZone).to) }),
  }
  switch (kind) {
    case 'stations':
      return stationsTable(service, accountId, place)
    case 'devices':
      return devicesTable(service, accountId, place)
    case 'alarms':
      return alarmsTable(service, accountId, { view: 'episodes', ...place, ...period }, input)
    case 'operations':
      return operationsTable(service, accountId, { ...(stationId !== undefined && { stationId }), ...period })
    case 'device-history':
      return historyTable(service, accountId, deviceId ?? '', {
        from: Date.parse(period.from ?? ''),
        to: Date.parse(period.to ?? ''),
        alarmsOnly: false,
        order: 'asc',
      })
    case 'station-day':
      return stationDaysTable(service, accountId, stationId ?? '', { from: from ?? '', to: to ?? '', resolution: '5m' })
    case 'device-day':
      return deviceDaysTable(service, accountId, deviceId ?? '', { from: from ?? '', to: to ?? '', resolution: '5m' })
  }
}

function toTask(row: ExportTaskRow): ExportTask {
  return {
    ...row.input,
    id: row.id,
    state: row.state,
    errorCode: row.error_code,
    rows: row.rows,
    bytes: row.bytes,
    createdAt: iso(row.created_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
    expiresAt: iso(row.expires_at),
  }
}

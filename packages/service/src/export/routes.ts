import { type HistoryColumn, maxHistoryDays } from '@helioport/contract'
import { deviceDaysTable, deviceStatisticsTable, stationDaysTable, stationStatisticsTable } from './days.ts'
import { exportFile } from './file.ts'
import { alarmsTable, commandsTable, devicesTable, operationsTable, signInsTable, stationsTable } from './lists.ts'
import type { ExportStyle, ExportTable } from './table.ts'
import { askExport, checkTimeZone, fetchExport, listExportTasks, removeExport } from './task.ts'
import { historyFilterOf } from '../telemetry/history.ts'
import { historyTable } from './history.ts'
import type { Handlers } from '../http/handler.ts'

const longestHistoryMs = maxHistoryDays * 24 * 3_600_000

/** `@throws` Problem request.invalid before anything is read. */
async function fileOf<Q extends ExportStyle>(
  query: Q,
  table: (query: Omit<Q, keyof ExportStyle>) => Promise<ExportTable>,
) {
  const { format, locale, timeZone, ...own } = query
  checkTimeZone(timeZone)
  const style = { format, locale, ...(timeZone !== undefined && { timeZone }) }
  return { file: exportFile(await table(own), style) }
}

export const exportRoutes = {
  'GET /exports/stations': (service, { account, query }) =>
    fileOf(query, (filter) => stationsTable(service, account.accountId, filter)),
  'GET /exports/devices': (service, { account, query }) =>
    fileOf(query, (filter) => devicesTable(service, account.accountId, filter)),
  'GET /exports/alarms': (service, { account, query }) =>
    fileOf(query, (filter) => alarmsTable(service, account.accountId, filter, query)),
  'GET /exports/commands': (service, { account, query }) =>
    fileOf(query, (filter) => commandsTable(service, account.accountId, filter)),
  'GET /exports/sign-ins': (service, { account, query }) =>
    fileOf(query, (filter) => signInsTable(service, account.accountId, filter)),
  'GET /exports/operations': (service, { account, query }) =>
    fileOf(query, (filter) => operationsTable(service, account.accountId, filter)),
  'GET /exports/device-history': (service, { account, query }) =>
    fileOf(query, async ({ deviceId, columns, ...filters }) =>
      historyTable(
        service,
        account.accountId,
        deviceId,
        historyFilterOf(filters, longestHistoryMs),
        columns?.split(',') as HistoryColumn[] | undefined,
      ),
    ),
  'GET /exports/station-day': (service, { account, query }) =>
    fileOf(query, ({ stationId, date, resolution = '5m' }) =>
      stationDaysTable(service, account.accountId, stationId, { from: date, to: date, resolution }),
    ),
  'GET /exports/device-day': (service, { account, query }) =>
    fileOf(query, ({ deviceId, date, resolution = '5m' }) =>
      deviceDaysTable(service, account.accountId, deviceId, { from: date, to: date, resolution }),
    ),
  'GET /exports/station-statistics': (service, { account, query }) =>
    fileOf(query, ({ stationId, ...period }) => stationStatisticsTable(service, account.accountId, stationId, period)),
  'GET /exports/device-statistics': (service, { account, query }) =>
    fileOf(query, ({ deviceId, ...period }) => deviceStatisticsTable(service, account.accountId, deviceId, period)),
  'GET /export-tasks': async (service, { account, query }) => listExportTasks(service, account.accountId, query),
  'POST /export-tasks': async (service, { account, body }) => ({
    data: await askExport(service, account.accountId, body),
  }),
  'GET /export-tasks/:exportTaskId/file': async (service, { account, params }) => ({
    file: await fetchExport(service, account.accountId, params.exportTaskId),
  }),
  'DELETE /export-tasks/:exportTaskId': async (service, { account, params }) => {
    await removeExport(service, account.accountId, params.exportTaskId)
    return { data: null }
  },
} satisfies Partial<Handlers>

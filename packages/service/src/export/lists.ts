import type { Command } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { type AlarmQuery, alarmNameOf, allAlarms } from '../alarm/list-alarms.ts'
import { type CommandQuery, listCommands } from '../command/list-commands.ts'
import { allDevices } from '../station/device.ts'
import { type Cell, type Column, type ExportStyle, type ExportTable, instantCell } from './table.ts'
import { listOperations, type OperationQuery } from '../audit/operation.ts'
import { listSignIns, type SignInQuery } from '../account/sign-in-log.ts'
import { allStations, type StationFilter } from '../station/list-stations.ts'

const pageSize = 200

const commandWords = {
  reactivePower: 'setPowerFactor',
  fixedReactive: 'setFixedReactive',
  powerFactorCurve: 'setPowerFactorCurve',
  voltageCurve: 'setVoltageCurve',
  powerLimit: 'limitPower',
  ivScan: 'ivScan',
} as const

/** The value of a share or power factor, or the points of a curve: `0.93:0.44 0.97:0`. */
function settingText({ value, points }: NonNullable<Command['setting']>): string {
  return points?.map((point) => `${point.at}:${point.value}`).join(' ') ?? String(value ?? '')
}

const columnsOf = (...words: Column['word'][]): Column[] => words.map((word) => ({ word }))

/**
 * Rows of a list, newest first, page by page; rights are checked for each page. Rows added after the start, such as
 * that of the export itself, are excluded: they would shift rows to the next page, which then appear twice.
 */
async function* pagesOf<T, Q extends { to?: string }>(
  service: Service,
  query: Q,
  read: (query: Q & { to: string; page: number; pageSize: number }) => Promise<{ data: T[] }>,
) {
  const end = service.now() + 1
  const to = iso(query.to === undefined ? end : Math.min(end, Date.parse(query.to)))
  for (let page = 1; ; page += 1) {
    const { data } = await read({ ...query, to, page, pageSize })
    yield* data
    if (data.length < pageSize) return
  }
}

async function* mapped<T>(items: AsyncIterable<T> | Iterable<T>, row: (item: T) => Cell[]) {
  for await (const item of items) yield row(item)
}

/** The list of stations with the numbers of `GET /stations`. */
export async function stationsTable(service: Service, accountId: string, filter: StationFilter): Promise<ExportTable> {
  const stations = await allStations(service, accountId, filter)
  return {
    name: 'stations',
    columns: [
      ...columnsOf('station', 'address', 'timeZone', 'status', 'capacity', 'power', 'energyToday', 'energyYesterday'),
      ...columnsOf('energyTotal', 'specificYield', 'income', 'currency', 'coverage', 'openAlarms'),
      ...columnsOf('measuredHere', 'measuredSince', 'capacityInOperation', 'capacityReported', 'measuredAt'),
    ],
    rows: mapped(stations, (station) => [
      station.name,
      station.address,
      station.timeZone,
      { word: station.status },
      station.capacityKwp,
      station.powerW,
      station.energyTodayKwh,
      station.energyYesterdayKwh,
      station.energyTotalKwh,
      station.specificYieldToday,
      station.incomeToday,
      station.currency,
      station.coverageToday,
      station.openAlarms,
      station.lifetime.measuredKwh,
      station.lifetime.measuredSince,
      station.capacity.inOperationKwp,
      station.capacity.reportedKwp,
      instantCell(station.age.measuredAt, station.timeZone),
    ]),
  }
}

/** The list of devices with the numbers of `GET /devices`. */
export async function devicesTable(
  service: Service,
  accountId: string,
  filter: Parameters<typeof allDevices>[2],
): Promise<ExportTable> {
  const devices = await allDevices(service, accountId, filter)
  return {
    name: 'devices',
    columns: [
      ...columnsOf('device', 'serial', 'model', 'station', 'logger', 'status', 'ratedPower', 'capacity', 'power'),
      ...columnsOf('dcPower', 'energyToday', 'energyTotal', 'specificYield', 'hoursTotal', 'cabinet', 'alarms'),
      ...columnsOf('measuredHere', 'measuredSince', 'measuredAt'),
    ],
    rows: mapped(devices, (device) => [
      device.name,
      device.serial,
      device.model,
      device.stationName,
      device.loggerSerial,
      { word: device.status },
      device.ratedPowerW,
      device.capacityKwp,
      device.powerW,
      device.dcPowerW,
      device.energyTodayKwh,
      device.energyTotalKwh,
      device.specificYieldToday,
      device.hoursTotal,
      device.cabinetC,
      device.openAlarms?.join(' ') ?? null,
      device.lifetime.measuredKwh,
      device.lifetime.measuredSince,
      instantCell(device.age.measuredAt, device.timeZone),
    ]),
  }
}

/** Alarms with the rows of `GET /alarms`. */
export async function alarmsTable(
  service: Service,
  accountId: string,
  query: AlarmQuery,
  { locale }: ExportStyle,
): Promise<ExportTable> {
  return {
    name: 'alarms',
    columns: [
      ...columnsOf('code', 'alarm', 'class', 'station', 'device', 'serial', 'devices', 'mppt', 'string', 'raisedAt'),
      ...columnsOf('clearedAt', 'acknowledgedBy', 'assignee', 'lostEnergy', 'lostIncome', 'currency', 'group'),
    ],
    rows: mapped(allAlarms(service, accountId, query), (alarm) => [
      alarm.code,
      alarmNameOf(alarm.code, locale),
      { word: alarm.class },
      alarm.stationName,
      alarm.deviceName,
      alarm.deviceSerial,
      alarm.deviceCount,
      alarm.mppt,
      alarm.string,
      instantCell(alarm.raisedAt, alarm.timeZone),
      instantCell(alarm.clearedAt, alarm.timeZone),
      alarm.acknowledgedBy,
      alarm.assigneeName,
      alarm.lostEnergyKwh,
      alarm.lostIncome,
      alarm.currency,
      alarm.groupId,
    ]),
  }
}

/** The operation log with the rows of `GET /operations`. */
export async function operationsTable(
  service: Service,
  accountId: string,
  query: OperationQuery,
): Promise<ExportTable> {
  return {
    name: 'operations',
    columns: columnsOf('time', 'account', 'action', 'station', 'device', 'outcome', 'trace'),
    rows: mapped(
      pagesOf(service, query, (asked) => listOperations(service, accountId, asked)),
      (row) => [
        instantCell(row.at, 'UTC'),
        row.userName,
        row.action,
        row.stationName,
        row.deviceName,
        row.errorCode ?? { word: 'done' },
        row.traceId,
      ],
    ),
  }
}

/** Commands with the rows of `GET /commands`. */
export async function commandsTable(service: Service, accountId: string, query: CommandQuery): Promise<ExportTable> {
  return {
    name: 'commands',
    columns: [
      ...columnsOf('time', 'command', 'powerFactor', 'cause', 'account', 'station', 'devices', 'succeeded', 'failed'),
      ...columnsOf('stillOpen', 'group', 'setting'),
    ],
    rows: mapped(
      pagesOf(service, query, (asked) => listCommands(service, accountId, asked)),
      (row) => [
        instantCell(row.createdAt, row.timeZone),
        { word: commandWords[row.kind] },
        row.powerFactor,
        { word: row.cause },
        row.userName,
        row.stationName,
        row.counts.total,
        row.counts.done,
        row.counts.failed,
        row.counts.open,
        row.id,
        row.setting && settingText(row.setting),
      ],
    ),
  }
}

/** The sign-in log with the rows of `GET /sign-ins`. */
export async function signInsTable(service: Service, accountId: string, query: SignInQuery): Promise<ExportTable> {
  return {
    name: 'sign-ins',
    columns: columnsOf('time', 'account', 'outcome', 'browser', 'networkAddress', 'callerPlace'),
    rows: mapped(
      pagesOf(service, query, (asked) => listSignIns(service, accountId, asked)),
      (row) => [
        instantCell(row.at, 'UTC'),
        row.userName,
        row.errorCode ?? { word: 'done' },
        row.agent,
        row.address,
        { word: row.place },
      ],
    ),
  }
}

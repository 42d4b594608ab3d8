import { type DeviceHistoryRow, type HistoryColumn, historyColumns } from '@helioport/contract'
import { requireRight } from '../access/require-right.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { vectorColumns } from '../database/sample-columns.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import { toHistoryRow } from '../telemetry/history.ts'
import { findHistory, type HistoryFilter } from '../telemetry/queries/history.ts'
import { type Cell, type Column, type ExportTable, instantCell } from './table.ts'

/** Heading and value of a frame per column; vectors have one column per element. */
const scalarWords = {
  at: 'time',
  codes: 'alarms',
  mode: 'mode',
  powerW: 'power',
  dcPowerW: 'dcPower',
  reactiveVar: 'reactivePower',
  powerFactor: 'powerFactor',
  frequencyHz: 'frequency',
  cabinetC: 'cabinet',
  energyTodayKwh: 'energyToday',
  // The raw register, without a station's base and without replacements.
  energyTotalKwh: 'counter',
  hoursTotal: 'hoursTotal',
  delayS: 'delay',
} as const satisfies Partial<Record<HistoryColumn, Column['word']>>

const vectorWords = {
  acVoltageV: ['acVoltage', 'ac_voltage_v'],
  acCurrentA: ['acCurrent', 'ac_current_a'],
  mpptVoltageV: ['mpptVoltage', 'mppt_voltage_v'],
  mpptCurrentA: ['mpptCurrent', 'mppt_current_a'],
  stringCurrentA: ['stringCurrent', 'string_current_a'],
} as const satisfies Partial<Record<HistoryColumn, readonly [Column['word'], string]>>

const isVector = (key: HistoryColumn): key is keyof typeof vectorWords => key in vectorWords

interface HistoryCell {
  column: Column
  cell: (row: DeviceHistoryRow) => Cell
}

/** The requested columns of a frame, in their order. */
function historyCells(wanted: readonly HistoryColumn[], device: DeviceRow): HistoryCell[] {
  const lengthOf = {
    acVoltageV: 3,
    acCurrentA: 3,
    mpptVoltageV: device.mppt_count,
    mpptCurrentA: device.mppt_count,
    stringCurrentA: device.string_count,
  }
  return wanted.flatMap((key): HistoryCell[] => {
    if (isVector(key)) {
      const [word, name] = vectorWords[key]
      const most = vectorColumns.find(([, column]) => column === name)?.[2] ?? 0
      return Array.from({ length: Math.min(lengthOf[key], most) }, (_, index) => ({
        column: { word, of: String(index + 1) },
        cell: (row) => row[key][index] ?? null,
      }))
    }
    const column = { word: scalarWords[key] }
    if (key === 'at') return [{ column, cell: (row) => instantCell(row.at, device.time_zone) }]
    if (key === 'codes') return [{ column, cell: (row) => row.codes.join(' ') }]
    return [{ column, cell: (row) => row[key] }]
  })
}

/** Raw rows are read in time spans of this length. */
const pieceMs = 24 * 3_600_000

/** Time spans of [from, to), in the requested order. */
function* piecesOf({ from, to, order }: HistoryFilter): Generator<{ from: number; to: number }> {
  const count = Math.ceil((to - from) / pieceMs)
  for (let nth = 0; nth < count; nth += 1) {
    const start = from + (order === 'asc' ? nth : count - 1 - nth) * pieceMs
    yield { from: start, to: Math.min(to, start + pieceMs) }
  }
}

/**
 * Frames of a device with the values of `GET /devices/:deviceId/history`; `wanted`: its columns, in their order.
 * @throws Problem notFound
 */
export async function historyTable(
  service: Service,
  accountId: string,
  deviceId: string,
  filter: HistoryFilter,
  wanted: readonly HistoryColumn[] = historyColumns,
): Promise<ExportTable> {
  const [device] = await findDevices(service.db.read, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  const cells = historyCells(wanted, device)
  const cellsOf = (row: DeviceHistoryRow) => cells.map(({ cell }) => cell(row))
  async function* rows() {
    for (const piece of piecesOf(filter)) {
      await requireRight(service, accountId, 'logs', { deviceId })
      // More than one row per second of a span.
      const page = { limit: 100_000, offset: 0 }
      const found = await findHistory(service.db.read, device?.no ?? 0, { ...filter, ...piece }, page)
      for (const row of found.rows) yield cellsOf(toHistoryRow(row))
    }
  }
  return {
    name: 'device-history',
    columns: cells.map(({ column }) => column),
    rows: rows(),
  }
}

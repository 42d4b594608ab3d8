import type { DeviceDay, FiguresBin, StationDay } from '@helioport/contract'
import { addDays } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { getDeviceDay } from '../energy/device-day.ts'
import type { Cell, Column, ExportTable } from './table.ts'
import { readStationDay } from '../energy/station-day.ts'
import { getDeviceStatistics, getStationStatistics, type StatisticsQuery } from '../statistics/periods.ts'

export type Resolution = '5m' | '15m' | '1h'

const minutesOf: Record<Resolution, number> = { '5m': 5, '15m': 15, '1h': 60 }
const minuteMs = 60_000

/** Mean of the known values. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

type Day = StationDay | DeviceDay

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

type Values = readonly (number | null)[]

/**
 * One row per bin of the resolution: its beginning, the means of the curves, the sums of the amounts, and its data
 * quality.
 */
function rowsOfDay(
  day: Day,
  curves: readonly Values[],
  resolution: Resolution,
  amounts: readonly Values[] = [],
): Cell[][] {
  const from = Date.parse(day.from)
  const binMs = day.binMinutes * minuteMs
  // Old days have quarter-hours at the finest.
  const step = Math.max(1, minutesOf[resolution] / day.binMinutes)
  const bins = Math.round((Date.parse(day.to) - from) / binMs)
  return Array.from({ length: Math.ceil(bins / step) }, (_, row) => {
    const first = row * step
    const at = from + first * binMs
    const end = from + Math.min(bins, first + step) * binMs
    return [
      { at, timeZone: day.timeZone },
      ...amounts.map((amount) => sumOf(amount.slice(first, first + step))),
      ...curves.map((curve) => meanOf(curve.slice(first, first + step))),
      qualityCell(day, at, end),
    ]
  })
}

const worst = ['gap', 'implausible', 'outlier', 'reset', 'stale', 'backfilled'] as const

/** The worst data quality within the time span. */
function qualityCell(day: Day, from: number, to: number): Cell {
  const kinds = day.quality.flatMap((span) =>
    Date.parse(span.from) < to && Date.parse(span.to) > from ? [span.kind as string] : [],
  )
  return { word: worst.find((kind) => kinds.includes(kind)) ?? 'good' }
}

/** Local days from the first to the last, both included. */
function* daysFrom(first: string, last: string) {
  for (let date = first; date <= last; date = addDays(date, 1)) yield date
}

/** @throws Problem notFound */
export async function stationDaysTable(
  service: Service,
  accountId: string,
  stationId: string,
  { from, to, resolution }: { from: string; to: string; resolution: Resolution },
): Promise<ExportTable> {
  const first = await readStationDay(service, accountId, stationId, from)
  const devices = first.day.devices.map(({ deviceId, name }) => ({ deviceId, name }))
  async function* rows() {
    for (const date of daysFrom(from, to)) {
      const { day, energy } = date === from ? first : await readStationDay(service, accountId, stationId, date)
      const curves = devices.map(({ deviceId }) => day.devices.find((each) => each.deviceId === deviceId)?.powerW ?? [])
      yield* rowsOfDay(
        day,
        [day.powerW, day.powerCoverage, day.irradianceWm2, day.ambientC, day.moduleC, ...curves],
        resolution,
        [energy.energyKwh, energy.income],
      )
    }
  }
  return {
    name: `station-day-${from}${to === from ? '' : `-${to}`}`,
    columns: [
      ...columnsOf('time', 'energy', 'income', 'power', 'coverage', 'irradiance', 'ambient', 'module'),
      ...devices.map(({ name }): Column => ({ word: 'power', of: name })),
      { word: 'quality' },
    ],
    rows: rows(),
  }
}

/** @throws Problem notFound */
export async function deviceDaysTable(
  service: Service,
  accountId: string,
  deviceId: string,
  { from, to, resolution }: { from: string; to: string; resolution: Resolution },
): Promise<ExportTable> {
  const first = await getDeviceDay(service, accountId, deviceId, from)
  async function* rows() {
    for (const date of daysFrom(from, to)) {
      const day = date === from ? first : await getDeviceDay(service, accountId, deviceId, date)
      yield* rowsOfDay(day, [day.powerW, day.dcPowerW, day.cabinetC, day.acVoltageV], resolution)
    }
  }
  return {
    name: `device-day-${from}${to === from ? '' : `-${to}`}`,
    columns: columnsOf('time', 'power', 'dcPower', 'cabinet', 'acVoltage', 'quality'),
    rows: rows(),
  }
}

const columnsOf = (...words: Column['word'][]): Column[] => words.map((word) => ({ word }))

const figureColumns = [
  ...columnsOf('from', 'to', 'energy', 'specificYield', 'income', 'currency', 'irradiation', 'performanceRatio'),
  ...columnsOf('performanceRatio25', 'arrayRatio', 'availability', 'peakPower', 'producingHours', 'co2', 'coverage'),
  ...columnsOf('ambient', 'module', 'daysKnown', 'daysExpected'),
]

async function* figureRows(series: readonly FiguresBin[], currency: string): AsyncGenerator<Cell[]> {
  for (const bin of series) {
    yield [
      bin.from,
      bin.to,
      bin.energyKwh,
      bin.specificYield,
      bin.income,
      currency,
      bin.irradiationKwhM2,
      bin.performanceRatio,
      bin.performanceRatio25,
      bin.arrayRatio,
      bin.availability,
      bin.peakPowerW,
      bin.producingHours,
      bin.co2Kg,
      bin.coverage.energy,
      bin.ambientC,
      bin.moduleC,
      bin.days.known,
      bin.days.expected,
    ]
  }
}

/** @throws Problem notFound */
export async function stationStatisticsTable(
  service: Service,
  accountId: string,
  stationId: string,
  query: StatisticsQuery,
): Promise<ExportTable> {
  const { series, currency } = await getStationStatistics(service, accountId, stationId, query)
  return { name: `station-${query.period}`, columns: figureColumns, rows: figureRows(series, currency) }
}

/** @throws Problem notFound */
export async function deviceStatisticsTable(
  service: Service,
  accountId: string,
  deviceId: string,
  query: StatisticsQuery,
): Promise<ExportTable> {
  const { series, currency } = await getDeviceStatistics(service, accountId, deviceId, query)
  return { name: `device-${query.period}`, columns: figureColumns, rows: figureRows(series, currency) }
}

import type { DeviceStatistics, Lifetime, StationStatistics, StatisticsPeriod } from '@helioport/contract'
import { type DaySpan, localDayAt } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import {
  findDeviceSums,
  findEnergy,
  findFirstDay,
  findReachedStations,
  findSumsOfDevices,
  type ReachedStation,
} from './queries/statistics.ts'
import { findStationSums, type StationSumRow, type SumRow } from '../energy/queries/sums.ts'
import type { Service } from '../base/service.ts'
import { figuresOf, noRow, sumRows, type WorthRow } from '../energy/figures.ts'
import { deviceLifetimes, stationLifetimes } from '../energy/lifetime.ts'
import { findReported } from '../energy/queries/measured.ts'
import { findWorking } from '../energy/queries/working.ts'
import { capacityOver, type CapacitySpan, stationCapacity } from '../figure/capacity.ts'
import { begunDays, type Calendar, missingIn, sumMissing } from './calendar.ts'
import { readCalendars } from './read-calendars.ts'
import { checkedDate, type Period, periodOf, sameDays } from '../figure/period.ts'
import { Problem } from '../base/problem.ts'
import { ageOf } from '../figure/status.ts'

export interface StatisticsQuery {
  period: StatisticsPeriod
  date?: string
}

/**
 * Figures of a station over a week, month, year or all time, its bars and its devices; from sums of days and months.
 * @throws Problem notFound, request.invalid (no such day)
 */
export async function getStationStatistics(
  service: Service,
  accountId: string,
  stationId: string,
  query: StatisticsQuery,
): Promise<StationStatistics> {
  const db = service.db.recent
  const now = service.now()
  const [station] = await findReachedStations(db, accountId, now, stationId)
  if (!station) throw new Problem('notFound')
  const of = { stationIds: [stationId] }
  const { period, today } = await choosePeriod(service, station.time_zone, query, () => findFirstDay(db, of))
  const [rows, devices, previous, calendars, lifetimes, working] = await Promise.all([
    findStationSums(db, [stationId], period.step, period),
    findDevices(db, accountId, now, { stationId, removedAfter: Date.parse(period.from) }),
    previousEnergy(service, of, period, today),
    readCalendars(db, [station], now, period.period === 'total'),
    stationLifetimes(db, [station]),
    findWorking(db, [stationId], now, period),
  ])
  const own = rows.map((row) => withRights(row, station))
  const whole = sumRows(own)
  const nos = devices.map((device) => device.no)
  const calendar = calendarOf(calendars, station)
  const { spans } = calendar
  const reported = await findReported(db, [...new Set(spans.map((span) => span.device_no))], period)
  const kwpOf = (days: DaySpan) =>
    stationCapacity(spans, station.capacity_kwp, begunDays(calendar, days) ?? days, reported)
  const capacity = kwpOf(period)
  const { series, missing } = seriesOf(period, own, (days) => kwpOf(days).inOperationKwp, calendar)
  const sums = new Map((await findSumsOfDevices(db, nos, period.step, period)).map((row) => [row.device_no, row]))
  return {
    stationId,
    timeZone: station.time_zone,
    currency: station.currency,
    capacityKwp: station.capacity_kwp,
    ...headOf(period),
    age: ageOf(station, now),
    sensorAge: sensorAgeOf(station, now),
    previous,
    capacity,
    working: working.get(stationId) ?? null,
    lifetime: lifetimes.get(stationId) ?? unknownLifetime,
    figures: figuresOf(whole, capacity.inOperationKwp, missing),
    series,
    devices: devices.map((device) => {
      const row = shareOf(sums.get(device.no), whole)
      const mine = { ...calendar, spans: spans.filter((span) => span.device_no === device.no) }
      const kwp = kwpOver(mine.spans, device.capacity_kwp, begunDays(calendar, period) ?? period)
      return {
        deviceId: device.id,
        name: device.name,
        serial: device.serial,
        capacityKwp: device.capacity_kwp,
        ...figuresOf(row, kwp, missingIn(mine, period, row.days)),
      }
    }),
  }
}

/**
 * The same of one device. Income and CO2 are its share of the station's, by energy; irradiation is the station's.
 * @throws Problem notFound, request.invalid (no such day)
 */
export async function getDeviceStatistics(
  service: Service,
  accountId: string,
  deviceId: string,
  query: StatisticsQuery,
): Promise<DeviceStatistics> {
  const db = service.db.recent
  const now = service.now()
  const [device] = await findDevices(db, accountId, now, { deviceId, removedAfter: 0 })
  const [station] = device?.station_id ? await findReachedStations(db, accountId, now, device.station_id) : []
  if (!device || !station) throw new Problem('notFound')
  const of = { deviceNo: device.no }
  const { period, today } = await choosePeriod(service, station.time_zone, query, () => findFirstDay(db, of))
  const [rows, stationRows, previous, calendars, first, lifetimes, working, reported] = await Promise.all([
    findDeviceSums(db, device.no, period.step, period),
    findStationSums(db, [station.id], period.step, period),
    previousEnergy(service, of, period, today),
    readCalendars(db, [station], now, period.period === 'total'),
    findFirstDay(db, of),
    deviceLifetimes(db, [device]),
    findWorking(db, [station.id], now, period),
    findReported(db, [device.no], period),
  ])
  const whole = calendarOf(calendars, station)
  const spans = whole.spans.filter((span) => span.device_no === device.no)
  const calendar = { ...whole, spans, since: period.period === 'total' ? first : null }
  const kwpOf = (days: DaySpan) => kwpOver(spans, device.capacity_kwp, begunDays(calendar, days) ?? days)
  const stationOf = new Map(stationRows.map((row) => [row.bin, withRights(row, station)]))
  const own = rows.map((row) => ({ ...shareOf(row, stationOf.get(row.bin)), bin: row.bin }))
  const { series, missing } = seriesOf(period, own, kwpOf, calendar)
  return {
    deviceId,
    stationId: station.id,
    timeZone: station.time_zone,
    currency: station.currency,
    capacityKwp: device.capacity_kwp,
    ...headOf(period),
    age: ageOf(device, now),
    sensorAge: sensorAgeOf(station, now),
    previous,
    capacity: { inOperationKwp: kwpOf(period), reportedKwp: reported.has(device.no) ? kwpOf(period) : 0 },
    working: working.get(station.id) ?? null,
    lifetime: lifetimes.get(device.no) ?? unknownLifetime,
    figures: figuresOf(sumRows(own), kwpOf(period), missing),
    series,
  }
}

const sensorAgeOf = (
  { sensor_ts: ts, sensor_interval_s: interval_s, sensor_lag_s: lag_s }: ReachedStation,
  now: number,
) => ageOf({ ts, interval_s, lag_s }, now)

export async function choosePeriod(
  service: Service,
  timeZone: string,
  query: StatisticsQuery,
  first: () => Promise<string | null>,
): Promise<{ period: Period; today: string }> {
  const today = localDayAt(service.now(), timeZone).date
  const date = query.date === undefined ? today : checkedDate(query.date)
  const period = periodOf(query.period, date, query.period === 'total' ? await first() : null, today)
  return { period, today }
}

export function headOf({ period, from, to, step }: Period) {
  return { period, from, to, step }
}

export async function previousEnergy(
  { db }: Service,
  of: Parameters<typeof findEnergy>[1],
  period: Period,
  today: string,
) {
  const { previous } = period
  if (!previous) return null
  const same = sameDays(previous, period, today)
  const [energyKwh, sameDaysEnergyKwh] = await Promise.all([
    findEnergy(db.recent, of, previous),
    same ? findEnergy(db.recent, of, same) : null,
  ])
  return { ...previous, energyKwh, sameDaysEnergyKwh }
}

/** One bar per bin of the period (nulls if nothing is known), and the days that the whole period is missing. */
function seriesOf(
  period: Period,
  rows: readonly (WorthRow & { bin: string })[],
  kwpOf: (days: DaySpan) => number,
  calendar: Calendar,
) {
  const rowOf = new Map(rows.map((row) => [row.bin, row]))
  const bins = period.bins.map((bin) => {
    const row = rowOf.get(bin.from) ?? noRow()
    const missing = missingIn(calendar, bin, row.days)
    return { missing, bar: { ...bin, ...figuresOf(row, kwpOf(bin), missing) } }
  })
  return { series: bins.map(({ bar }) => bar), missing: sumMissing(bins.map(({ missing }) => missing)) }
}

export function withRights(row: StationSumRow, { rights }: Pick<ReachedStation, 'rights'>): StationSumRow {
  return rights.includes('income') ? row : { ...row, income: null }
}

function calendarOf(calendars: ReadonlyMap<string, Calendar>, station: ReachedStation): Calendar {
  const calendar = calendars.get(station.id)
  if (!calendar) throw new Error('every station has a calendar')
  return calendar
}

const unknownLifetime: Lifetime = { sinceInstallationKwh: null, measuredKwh: null, measuredSince: null }

/** Mean kWp of a device over those of the days on which it was in operation. */
function kwpOver(spans: readonly CapacitySpan[], presentKwp: number, days: DaySpan): number {
  return capacityOver(spans, days, new Set())?.inOperationKwp ?? presentKwp
}

/** Sums of a device, with its share of the station's income and CO2 in the same stretch. */
function shareOf(row: SumRow | undefined, station: WorthRow | undefined): WorthRow {
  // The weather is the same for all devices of a station.
  const { irradiation_kwh_m2, ambient_c_sum, ambient_bins, module_c_sum, module_bins } = station ?? noRow()
  const weather = { irradiation_kwh_m2, ambient_c_sum, ambient_bins, module_c_sum, module_bins }
  if (!row) return { ...noRow(), ...weather }
  const whole = station?.energy_kwh ?? null
  const part = (value: number | null | undefined) => {
    if (value == null || whole === null || row.energy_kwh === null) return null
    return whole === 0 ? 0 : (value * row.energy_kwh) / whole
  }
  return { ...row, ...weather, income: part(station?.income), co2_kg: part(station?.co2_kg) }
}

import type { DeviceStatistics, StationStatistics, StatisticsPeriod } from '@helioport/contract'
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
  const db = service.db.read
  const now = service.now()
  const [station] = await findReachedStations(db, accountId, now, stationId)
  if (!station) throw new Problem('notFound')
  const of = { stationIds: [stationId] }
  const { period, today } = await choosePeriod(service, station.time_zone, query, () => findFirstDay(db, of))
  const [rows, devices, previous] = await Promise.all([
    findStationSums(db, [stationId], period.step, period),
    findDevices(db, accountId, now, { stationId, removedAfter: Date.parse(period.from) }),
    previousEnergy(service, of, period, today),
  ])
  const own = rows.map((row) => withRights(row, station))
  const whole = sumRows(own)
  const nos = devices.map((device) => device.no)
  const sums = new Map((await findSumsOfDevices(db, nos, period.step, period)).map((row) => [row.device_no, row]))
  return {
    stationId,
    timeZone: station.time_zone,
    currency: station.currency,
    capacityKwp: station.capacity_kwp,
    ...headOf(period),
    age: ageOf(station, now),
    sensorAge: ageOf({ ts: station.sensor_ts, interval_s: station.sensor_interval_s }, now),
    previous,
    figures: figuresOf(whole, station.capacity_kwp),
    series: seriesOf(period, own, station.capacity_kwp),
    devices: devices.map((device) => ({
      deviceId: device.id,
      name: device.name,
      serial: device.serial,
      capacityKwp: device.capacity_kwp,
      ...figuresOf(shareOf(sums.get(device.no), whole), device.capacity_kwp),
    })),
  }
}

/**
 * The same of one device; income, CO2 and irradiation are those of its station, by its share of the energy.
 * @throws Problem notFound, request.invalid (no such day)
 */
export async function getDeviceStatistics(
  service: Service,
  accountId: string,
  deviceId: string,
  query: StatisticsQuery,
): Promise<DeviceStatistics> {
  const db = service.db.read
  const now = service.now()
  const [device] = await findDevices(db, accountId, now, { deviceId, removedAfter: 0 })
  const [station] = device?.station_id ? await findReachedStations(db, accountId, now, device.station_id) : []
  if (!device || !station) throw new Problem('notFound')
  const of = { deviceNo: device.no }
  const { period, today } = await choosePeriod(service, station.time_zone, query, () => findFirstDay(db, of))
  const [rows, stationRows, previous] = await Promise.all([
    findDeviceSums(db, device.no, period.step, period),
    findStationSums(db, [station.id], period.step, period),
    previousEnergy(service, of, period, today),
  ])
  const stationOf = new Map(stationRows.map((row) => [row.bin, withRights(row, station)]))
  const own = rows.map((row) => ({ ...shareOf(row, stationOf.get(row.bin)), bin: row.bin }))
  return {
    deviceId,
    stationId: station.id,
    timeZone: station.time_zone,
    currency: station.currency,
    capacityKwp: device.capacity_kwp,
    ...headOf(period),
    age: ageOf(device, now),
    sensorAge: ageOf({ ts: station.sensor_ts, interval_s: station.sensor_interval_s }, now),
    previous,
    figures: figuresOf(sumRows(own), device.capacity_kwp),
    series: seriesOf(period, own, device.capacity_kwp),
  }
}

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
    findEnergy(db.read, of, previous),
    same ? findEnergy(db.read, of, same) : null,
  ])
  return { ...previous, energyKwh, sameDaysEnergyKwh }
}

/** One bar per bin of the period; bins of which nothing is known have nulls. */
function seriesOf(period: Period, rows: readonly (WorthRow & { bin: string })[], capacityKwp: number) {
  const rowOf = new Map(rows.map((row) => [row.bin, row]))
  return period.bins.map(({ from, to }: DaySpan) => ({
    from,
    to,
    ...figuresOf(rowOf.get(from) ?? noRow(), capacityKwp),
  }))
}

export function withRights(row: StationSumRow, { rights }: Pick<ReachedStation, 'rights'>): StationSumRow {
  return rights.includes('income') ? row : { ...row, income: null }
}

/** Sums of a device, with its part of what its station earned and saved in the same stretch. */
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

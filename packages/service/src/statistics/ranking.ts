import type { RankingEntry, rankingPeriods, rankingSubjects } from '@helioport/contract'
import { type DaySpan, localDayAt } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import { findFirstDay, findReachedStations, findSumsOfDevices } from './queries/statistics.ts'
import { type BinStep, findStationSums, type SumRow } from '../energy/queries/sums.ts'
import type { Service } from '../base/service.ts'
import { checkedDate, periodOf } from '../figure/period.ts'
import { ageOf } from '../figure/status.ts'

export interface RankingQuery {
  of?: (typeof rankingSubjects)[number]
  period?: (typeof rankingPeriods)[number]
  date?: string
  stationId?: string
}

/**
 * Stations, or devices, by kWh per kWp, the best first; equal ones share their place.
 * @throws Problem request.invalid (no such day)
 */
export async function listRanking(service: Service, accountId: string, query: RankingQuery): Promise<RankingEntry[]> {
  const entries =
    query.of === 'devices' ? await devicesOf(service, accountId, query) : await stationsOf(service, accountId, query)
  const sorted = entries.toSorted((a, b) => (b.specificYield ?? -1) - (a.specificYield ?? -1))
  return sorted.map((entry) => ({
    ...entry,
    rank:
      entry.specificYield === null
        ? null
        : 1 + sorted.filter((other) => (other.specificYield ?? -1) > (entry.specificYield ?? 0)).length,
  }))
}

async function stationsOf(service: Service, accountId: string, query: RankingQuery): Promise<RankingEntry[]> {
  const db = service.db.read
  const now = service.now()
  const stations = await findReachedStations(db, accountId, now, query.stationId)
  const first = await findFirstDay(db, { stationIds: stations.map((station) => station.id) })
  const groups = Map.groupBy(stations, (station) => JSON.stringify(spanOf(service, station.time_zone, query, first)))
  const rows = await Promise.all(
    [...groups].map(([span, own]) => {
      const { step, from, to } = JSON.parse(span) as Span
      return findStationSums(
        db,
        own.map((station) => station.id),
        step,
        { from, to },
      )
    }),
  )
  const rowsOf = Map.groupBy(rows.flat(), (row) => row.station_id)
  return stations.map((station) => ({
    stationId: station.id,
    deviceId: null,
    memberId: station.account_id,
    name: station.name,
    capacityKwp: station.capacity_kwp,
    age: ageOf(station, now),
    ...placeOf(rowsOf.get(station.id) ?? [], station.capacity_kwp),
  }))
}

async function devicesOf(service: Service, accountId: string, query: RankingQuery): Promise<RankingEntry[]> {
  const db = service.db.read
  const now = service.now()
  const { stationId } = query
  const devices = await findDevices(db, accountId, now, stationId === undefined ? {} : { stationId })
  const first = await findFirstDay(db, {
    stationIds: [...new Set(devices.flatMap((device) => device.station_id ?? []))],
  })
  const groups = Map.groupBy(devices, (device) => JSON.stringify(spanOf(service, device.time_zone, query, first)))
  const rows = await Promise.all(
    [...groups].map(([span, own]) => {
      const { step, from, to } = JSON.parse(span) as Span
      return findSumsOfDevices(
        db,
        own.map((device) => device.no),
        step,
        { from, to },
      )
    }),
  )
  const rowOf = Map.groupBy(rows.flat(), (row) => row.device_no)
  return devices.map((device) => ({
    stationId: device.station_id ?? '',
    deviceId: device.id,
    memberId: device.account_id,
    name: device.name,
    capacityKwp: device.capacity_kwp,
    age: ageOf(device, now),
    ...placeOf(rowOf.get(device.no) ?? [], device.capacity_kwp),
  }))
}

interface Span extends DaySpan {
  step: BinStep
}

/** The stretch in one zone: its own today, or the period that holds the date. */
function spanOf(service: Service, timeZone: string, query: RankingQuery, first: string | null): Span {
  const today = localDayAt(service.now(), timeZone).date
  const date = query.date === undefined ? today : checkedDate(query.date)
  const { period = 'today' } = query
  if (period === 'today') return { step: 'day', from: date, to: date }
  const { step, from, to } = periodOf(period, date, first, today)
  return { step, from, to }
}

function placeOf(rows: readonly SumRow[], capacityKwp: number) {
  const known = rows.filter((row) => row.energy_kwh !== null)
  const energyKwh = known.length === 0 ? null : known.reduce((sum, row) => sum + (row.energy_kwh ?? 0), 0)
  const expected = rows.reduce((sum, row) => sum + row.expected_bins, 0)
  const covered = rows.reduce((sum, row) => sum + row.known_bins, 0)
  return {
    rank: null,
    energyKwh,
    specificYield: energyKwh === null ? null : energyKwh / capacityKwp,
    coverage: expected === 0 ? null : Math.min(1, covered / expected),
  }
}

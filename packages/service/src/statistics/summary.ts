import type { StationsSummary } from '@helioport/contract'
import { localDay, localDayAt } from '@helioport/time/node'
import { findReachedStations, type ReachedStation } from './queries/statistics.ts'
import {
  countReachedAlarms,
  findDevicesInBrief,
  findPresences,
  findStationTotals,
  type StationTotals,
} from './queries/summary.ts'
import type { Service } from '../base/service.ts'
import { stationLifetimes, sumLifetimes } from '../energy/lifetime.ts'
import { allWorking, findWorking } from '../energy/queries/working.ts'
import { type CapacitySpan, isInOperation, stationCapacity, sumCapacities } from '../figure/capacity.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { coverageOf } from '../figure/coverage.ts'
import { ageOf, countStatuses, deviceStatus, freshest, isFresh, stationStatus } from '../figure/status.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { treesOf } from '../figure/trees.ts'

/** Sums over every station that the account reaches, each by its own local day; money by currency. */
export async function getStationsSummary(service: Service, accountId: string): Promise<StationsSummary> {
  const db = service.db.recent
  const now = service.now()
  const stations = await findReachedStations(db, accountId, now)
  const days = stations.map((station) => ({ id: station.id, today: localDayAt(now, station.time_zone).date }))
  const stationIds = stations.map(({ id }) => id)
  const [devices, totals, openAlarms, lifetimes, working, spans, presences] = await Promise.all([
    findDevicesInBrief(db, accountId, now),
    findStationTotals(db, days),
    countReachedAlarms(db, accountId, now),
    stationLifetimes(db, stations),
    findWorking(db, stationIds, now),
    findCapacitySpans(db, stationIds),
    findPresences(db, days),
  ])
  const { capacity, coverage, kwpOf } = capacityToday({ stations, days, spans, devices, presences }, now)
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  const statuses = devices.flatMap((device) => {
    const station = stationOf.get(device.station_id ?? '')
    return station ? [{ stationId: station.id, ...deviceStatus(device, station, now) }] : []
  })
  const statusesOf = Map.groupBy(statuses, (status) => status.stationId)
  const sum = (key: Exclude<keyof StationTotals, 'station_id'>) => sumKnown(totals.map((row) => row[key]))
  const energyTodayKwh = sum('today_kwh')
  const lifetime = sumLifetimes([...lifetimes.values()])
  const co2Kg = sum('co2_kg')
  return {
    stations: stations.length,
    stationCounts: countStatuses(stations.map(({ id }) => stationStatus(statusesOf.get(id) ?? []))),
    devices: devices.length,
    deviceCounts: countStatuses(statuses),
    capacityKwp: stations.reduce((all, station) => all + station.capacity_kwp, 0),
    capacity,
    working: allWorking(working),
    lifetime,
    powerW: sumKnown(devices.filter((device) => isFresh(device, now)).map((device) => device.power_w)),
    ratedPowerW: devices.reduce((all, device) => all + device.rated_power_w, 0),
    energyTodayKwh,
    energyYesterdayKwh: sum('yesterday_kwh'),
    energyMonthKwh: sum('month_kwh'),
    energyYearKwh: sum('year_kwh'),
    energyTotalKwh: lifetime.sinceInstallationKwh,
    specificYieldToday:
      energyTodayKwh === null || capacity.inOperationKwp <= 0 ? null : energyTodayKwh / capacity.inOperationKwp,
    peakSunshineHoursToday: sunshineOf(totals, kwpOf),
    incomes: incomesOf(totals, stationOf),
    openAlarms,
    co2Kg,
    trees: treesOf(co2Kg),
    coverageToday: coverage,
    age: ageOf(freshest(stations), now),
  }
}

interface Today {
  stations: readonly ReachedStation[]
  days: readonly { today: string }[]
  spans: readonly CapacitySpan[]
  devices: Awaited<ReturnType<typeof findDevicesInBrief>>
  presences: Awaited<ReturnType<typeof findPresences>>
}

/** Power in operation at all stations, each on its own day, the part of it that has reported, and the share of daylight that is known. */
function capacityToday({ stations, days, spans, devices, presences }: Today, now: number) {
  const spansOf = Map.groupBy(spans, (span) => span.station_id)
  const ratedOf = new Map(devices.map((device) => [device.no, device.rated_power_w]))
  const presenceOf = new Map(presences.map((own) => [own.device_no, own]))
  const reported = new Set(presences.flatMap((own) => (own.samples > 0 ? own.device_no : [])))
  const parts = stations.map((station, nth) => {
    const today = days[nth]?.today ?? ''
    const there = (spansOf.get(station.id) ?? []).filter((span) => isInOperation(span, today))
    const present = there.map(({ device_no, kwp }) => ({
      ratedW: ratedOf.get(device_no) ?? 0,
      kwp,
      presence: presenceOf.get(device_no),
    }))
    const span = { from: today, to: today }
    const capacity = stationCapacity(spansOf.get(station.id) ?? [], station.capacity_kwp, span, reported)
    const coverage = coverageOf(present, localDay(today, station.time_zone), station, now)
    // Before its sunrise nobody is silent: there is nothing to report yet.
    return { capacity: coverage === null ? { ...capacity, reportedKwp: capacity.inOperationKwp } : capacity, coverage }
  })
  const covered = parts.filter(({ coverage }) => coverage !== null)
  const kwp = covered.reduce((sum, { capacity }) => sum + capacity.inOperationKwp, 0)
  return {
    capacity: sumCapacities(parts.map((part) => part.capacity)),
    kwpOf: new Map(stations.map(({ id }, nth) => [id, parts[nth]?.capacity.inOperationKwp ?? 0])),
    coverage:
      kwp > 0
        ? covered.reduce((sum, { capacity, coverage }) => sum + capacity.inOperationKwp * (coverage ?? 0), 0) / kwp
        : null,
  }
}

type StationOf = ReadonlyMap<string, ReachedStation>

/** Mean by the capacity in operation. */
function sunshineOf(totals: readonly StationTotals[], kwpOf: ReadonlyMap<string, number>): number | null {
  const measured = totals.filter((row) => row.today_irradiation !== null)
  const weight = (row: StationTotals) => kwpOf.get(row.station_id) ?? 0
  const capacity = measured.reduce((all, row) => all + weight(row), 0)
  if (capacity === 0) return null
  return measured.reduce((all, row) => all + (row.today_irradiation ?? 0) * weight(row), 0) / capacity
}

function incomesOf(totals: readonly StationTotals[], stationOf: StationOf): StationsSummary['incomes'] {
  const incomes = new Map<string, StationsSummary['incomes'][number]>()
  for (const row of totals) {
    const station = stationOf.get(row.station_id)
    if (!station?.rights.includes('income')) continue
    const { currency } = station
    const own = incomes.get(currency) ?? { currency, today: null, month: null, year: null, total: null }
    // Before its sunrise a plant has earned nothing that is known, which is not zero.
    incomes.set(currency, {
      currency,
      today: sumKnown([own.today, row.today_income]),
      month: sumKnown([own.month, row.month_income]),
      year: sumKnown([own.year, row.year_income]),
      total: sumKnown([own.total, row.income]),
    })
  }
  return [...incomes.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

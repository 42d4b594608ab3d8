import type { StationsSummary } from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import { findCo2Factors } from '../inventory/queries/co2-factor.ts'
import { findReachedStations, type ReachedStation } from './queries/statistics.ts'
import { countReachedAlarms, findDevicesInBrief, findStationTotals, type StationTotals } from './queries/summary.ts'
import type { Service } from '../base/service.ts'
import { co2FactorAt } from '../figure/co2.ts'
import { lifetimeEnergies } from '../energy/lifetime.ts'
import { ageOf, countStatuses, deviceStatus, freshest, isFresh, stationStatus } from '../figure/status.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { treesOf } from '../figure/trees.ts'

/** Sums over every station that the account reaches, each by its own local day; money by currency. */
export async function getStationsSummary(service: Service, accountId: string): Promise<StationsSummary> {
  const db = service.db.read
  const now = service.now()
  const stations = await findReachedStations(db, accountId, now)
  const days = stations.map((station) => ({ id: station.id, today: localDayAt(now, station.time_zone).date }))
  const [devices, totals, openAlarms, factors] = await Promise.all([
    findDevicesInBrief(db, accountId, now),
    findStationTotals(db, days),
    countReachedAlarms(db, accountId, now),
    findCo2Factors(
      db,
      stations.map((station) => station.id),
    ),
  ])
  const lifetimes = await lifetimeEnergies(db, devices)
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  const statuses = devices.flatMap((device) => {
    const station = stationOf.get(device.station_id ?? '')
    return station ? [{ stationId: station.id, ...deviceStatus(device, station, now) }] : []
  })
  const statusesOf = Map.groupBy(statuses, (status) => status.stationId)
  const sum = (key: Exclude<keyof StationTotals, 'station_id'>) => sumKnown(totals.map((row) => row[key]))
  const capacityKwp = stations.reduce((all, station) => all + station.capacity_kwp, 0)
  const energyTodayKwh = sum('today_kwh')
  const measured = sumKnown(devices.map((device) => lifetimes.get(device.no) ?? null))
  const base = stations.reduce((all, station) => all + station.energy_base_kwh, 0)
  // What was generated before the portal knew the station is worth what its present factor says.
  const baseCo2 = stations.reduce((all, { id, energy_base_kwh, time_zone }, nth) => {
    const own = factors.filter((factor) => factor.station_id === id)
    return all + energy_base_kwh * co2FactorAt(own, days[nth]?.today ?? '', time_zone)
  }, 0)
  const co2Kg = stations.length === 0 ? null : (sum('co2_kg') ?? 0) + baseCo2
  const expected = sum('today_expected') ?? 0
  return {
    stations: stations.length,
    stationCounts: countStatuses(stations.map(({ id }) => stationStatus(statusesOf.get(id) ?? []))),
    devices: devices.length,
    deviceCounts: countStatuses(statuses),
    capacityKwp,
    powerW: sumKnown(devices.filter((device) => isFresh(device, now)).map((device) => device.power_w)),
    ratedPowerW: devices.reduce((all, device) => all + device.rated_power_w, 0),
    energyTodayKwh,
    energyYesterdayKwh: sum('yesterday_kwh'),
    energyMonthKwh: sum('month_kwh'),
    energyYearKwh: sum('year_kwh'),
    energyTotalKwh: stations.length === 0 ? null : base + (measured ?? 0),
    specificYieldToday: energyTodayKwh === null ? null : energyTodayKwh / capacityKwp,
    peakSunshineHoursToday: sunshineOf(totals, stationOf),
    incomes: incomesOf(totals, stationOf),
    openAlarms,
    co2Kg,
    trees: treesOf(co2Kg),
    coverageToday: expected === 0 ? null : Math.min(1, (sum('today_known') ?? 0) / expected),
    age: ageOf(freshest(stations), now),
  }
}

type StationOf = ReadonlyMap<string, ReachedStation>

function sunshineOf(totals: readonly StationTotals[], stationOf: StationOf): number | null {
  const measured = totals.filter((row) => row.today_irradiation !== null)
  const weight = (row: StationTotals) => stationOf.get(row.station_id)?.capacity_kwp ?? 0
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

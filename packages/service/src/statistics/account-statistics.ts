import type { AccountStatistics, CurrencyAmount } from '@helioport/contract'
import { type DaySpan, localTime } from '@helioport/time/node'
import { findFirstDay, findReachedStations, type ReachedStation } from './queries/statistics.ts'
import { findStationSums } from '../energy/queries/sums.ts'
import type { StationSumRow } from '../energy/queries/sums.ts'
import { stationLifetimes, sumLifetimes } from '../energy/lifetime.ts'
import { findReported } from '../energy/queries/measured.ts'
import { allWorking, findWorking } from '../energy/queries/working.ts'
import { sumCapacities } from '../figure/capacity.ts'
import { type MissingDays, sumMissing } from './calendar.ts'
import { capacityIn, missingOf, readCalendars } from './read-calendars.ts'
import type { Service } from '../base/service.ts'
import { figuresOf, sumRows } from '../energy/figures.ts'
import { choosePeriod, headOf, previousEnergy, type StatisticsQuery } from './periods.ts'
import { ageOf, freshest } from '../figure/status.ts'

/**
 * Figures of all stations together, each by its own local days; the easternmost station's local day chooses the
 * period. Money is summed within one currency; irradiation is the mean by capacity.
 * @throws Problem request.invalid (no such day)
 */
export async function getAccountStatistics(
  service: Service,
  accountId: string,
  query: StatisticsQuery,
): Promise<AccountStatistics> {
  const db = service.db.recent
  const now = service.now()
  const stations = await findReachedStations(db, accountId, now)
  const stationIds = stations.map((station) => station.id)
  const zone = easternmost(stations, now)
  const { period, today } = await choosePeriod(service, zone, query, () => findFirstDay(db, { stationIds }))
  const [rows, previous, calendars, lifetimes, working] = await Promise.all([
    findStationSums(db, stationIds, period.step, period),
    previousEnergy(service, { stationIds }, period, today),
    readCalendars(db, stations, now, period.period === 'total'),
    stationLifetimes(db, stations),
    findWorking(db, stationIds, now, period),
  ])
  const nos = [...calendars.values()].flatMap(({ spans }) => spans.map((span) => span.device_no))
  const reported = await findReported(db, [...new Set(nos)], period)
  const capacityOf = (days: DaySpan) => sumCapacities(stations.map((own) => capacityIn(calendars, own, days, reported)))
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  const rowsOf = Map.groupBy(rows, (row) => row.bin)
  const describe = (own: readonly StationSumRow[], days: DaySpan, missing: MissingDays) => {
    const kwp = capacityOf(days).inOperationKwp
    const {
      income: _byCurrency,
      ambientC: _ofOnePlace,
      moduleC: _ofOneRoof,
      ...figures
    } = figuresOf({ ...sumRows(own), irradiation_kwh_m2: meanIrradiation(own, stationOf) }, kwp, missing)
    return { ...figures, incomes: incomesOf(own, stationOf) }
  }
  const bins = period.bins.map((bin) => ({ bin, missing: missingOf(calendars, rowsOf.get(bin.from) ?? [], bin) }))
  return {
    ...headOf(period),
    age: ageOf(freshest(stations), now),
    previous,
    stations: stations.length,
    capacityKwp: stations.reduce((sum, station) => sum + station.capacity_kwp, 0),
    capacity: capacityOf(period),
    working: allWorking(working),
    lifetime: sumLifetimes([...lifetimes.values()]),
    figures: describe(rows, period, sumMissing(bins.map(({ missing }) => missing))),
    series: bins.map(({ bin, missing }) => ({ ...bin, ...describe(rowsOf.get(bin.from) ?? [], bin, missing) })),
  }
}

/** The time zone with the latest local time: a day that has begun at any station has begun there. */
function easternmost(stations: readonly ReachedStation[], now: number): string {
  const zones = [...new Set(stations.map((station) => station.time_zone))]
  return zones.toSorted((a, b) => localTime(now, b).localeCompare(localTime(now, a)))[0] ?? 'UTC'
}

type StationOf = ReadonlyMap<string, ReachedStation>

/** Irradiation of all stations with a sensor: each one's sum over the bins, then the mean by capacity. */
function meanIrradiation(rows: readonly StationSumRow[], stationOf: StationOf): number | null {
  const measured = new Map<string, number>()
  for (const { station_id, irradiation_kwh_m2 } of rows) {
    if (irradiation_kwh_m2 === null) continue
    measured.set(station_id, (measured.get(station_id) ?? 0) + irradiation_kwh_m2)
  }
  let weighted = 0
  let capacity = 0
  for (const [stationId, irradiation] of measured) {
    const kwp = stationOf.get(stationId)?.capacity_kwp ?? 0
    weighted += irradiation * kwp
    capacity += kwp
  }
  return capacity > 0 ? weighted / capacity : null
}

function incomesOf(rows: readonly StationSumRow[], stationOf: StationOf): CurrencyAmount[] {
  const amounts = new Map<string, number>()
  for (const { station_id, income } of rows) {
    const station = stationOf.get(station_id)
    if (income === null || !station?.rights.includes('income')) continue
    amounts.set(station.currency, (amounts.get(station.currency) ?? 0) + income)
  }
  return [...amounts]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

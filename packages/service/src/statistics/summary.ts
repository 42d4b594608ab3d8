import { offlineAfterIntervals, type StationsSummary } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { allWorking, findFleetWorking } from '../energy/queries/working.ts'
import { ageOf } from '../figure/status.ts'
import { treesOf } from '../figure/trees.ts'
import { freshReach } from '../station/figures/keep-figures.ts'
import { countAttention } from '../station/queries/fleet.ts'
import { findFleetIncomes, findFleetSums, findFreshest } from '../station/queries/sum.ts'

/** Sums over every station that the account reaches, each by its own local day; money by currency. */
export async function getStationsSummary(service: Service, accountId: string): Promise<StationsSummary> {
  const db = service.db.recent
  const now = service.now()
  const reach = await freshReach(service, accountId)
  const [sums, incomes, heard, attention, working] = await Promise.all([
    findFleetSums(db, reach),
    findFleetIncomes(db, reach),
    findFreshest(db, reach),
    countAttention(db, reach),
    findFleetWorking(db, reach, now),
  ])
  const { normal, abnormal, standby, offline, energy_today_kwh: energyTodayKwh, co2_kg: co2Kg } = sums
  const last = {
    ts: heard?.measured_at ?? null,
    interval_s: heard ? (heard.stale_at - heard.measured_at) / offlineAfterIntervals / 1000 : null,
  }
  return {
    stations: sums.stations,
    stationCounts: {
      normal: sums.stations_normal,
      abnormal: sums.stations_abnormal,
      standby: sums.stations_standby,
      offline: sums.stations_offline,
    },
    attention,
    devices: normal + abnormal + standby + offline,
    deviceCounts: { normal, abnormal, standby, offline },
    capacityKwp: sums.capacity_kwp,
    capacity: { inOperationKwp: sums.in_operation_kwp, reportedKwp: sums.reported_kwp },
    working: allWorking(working),
    lifetime: {
      sinceInstallationKwh: sums.since_installation_kwh,
      measuredKwh: sums.measured_kwh,
      measuredSince: sums.measured_since,
    },
    powerW: sums.power_w,
    powerOf: { stations: sums.power_stations, inOperationKwp: sums.power_kwp },
    ratedPowerW: sums.rated_power_w,
    energyTodayKwh,
    energyYesterdayKwh: sums.energy_yesterday_kwh,
    comparableYesterdayKwh: sums.comparable_kwh,
    energyMonthKwh: sums.energy_month_kwh,
    energyYearKwh: sums.energy_year_kwh,
    energyTotalKwh: sums.since_installation_kwh,
    specificYieldToday:
      energyTodayKwh === null || sums.in_operation_kwp <= 0 ? null : energyTodayKwh / sums.in_operation_kwp,
    peakSunshineHoursToday: sums.irradiation_kwh_m2,
    incomes,
    openAlarms: sums.open_alarms,
    co2Kg,
    trees: treesOf(co2Kg),
    coverageToday: sums.coverage,
    age: ageOf(last, now),
  }
}

import type { Device, DeviceStatus } from '@helioport/contract'
import { iso, localDayAt } from '@helioport/time/node'
import { eachOwner, findReach, type Reach } from '../../access/queries/access.ts'
import { countOpenAlarms } from '../../alarm/queries/alarm.ts'
import type { Service } from '../../base/service.ts'
import type { Transaction } from '../../database/session.ts'
import { nextChange } from '../../figure/next-change.ts'
import { freshest, staleAt } from '../../figure/status.ts'
import { urgencyOf } from '../../figure/urgency.ts'
import { findStations, type StationRow } from '../../inventory/queries/station.ts'
import { describeDevices } from './describe-devices.ts'
import { describeStation } from './describe-stations.ts'
import {
  claimDue,
  type DeviceFigure,
  findDue,
  findDueOf,
  type StationFacts,
  type StationFigure,
  storeFigures,
} from '../queries/figure.ts'
import type { StationSum } from '../queries/sum.ts'
import { findStationTotals, type StationTotals } from '../queries/totals.ts'
import { readFacts } from './station-facts.ts'
import { numberKeyOf, sortKeyOf } from './sort-key.ts'

/** Stations per transaction: limits how long a reader waits for its locks. */
const batch = 100
/** A request updates at most this number of due stations; the job updates the rest within seconds. */
const ownShare = 50
/** Batches per run of the job; the next run goes on. */
const batches = 40

/** Updates the due figures and sums, by which lists are filtered and sorted. */
export async function keepDueFigures(service: Service): Promise<void> {
  for (let nth = 0; nth < batches; nth += 1) {
    const due = await findDue(service.db.read, service.now(), batch)
    if (due.length === 0) return
    const kept = await service.db.transaction((tx) => keepFigures(tx, service.now(), due, false))
    // The other stations are locked by a concurrent update.
    if (kept < due.length || due.length < batch) return
  }
}

/** The account's reach, after an update of its due figures; in a large fleet some may be seconds late. */
export async function freshReach(service: Service, accountId: string): Promise<Reach> {
  const reach = await findReach(service.db.read, accountId, service.now())
  const due = await findDueOf(service.db.read, reach, service.now(), ownShare)
  if (due.length > 0) await service.db.transaction((tx) => keepFigures(tx, service.now(), due, true))
  return reach
}

/** Returns how many of the stations it could lock. */
async function keepFigures(
  tx: Transaction,
  now: number,
  stationIds: readonly string[],
  waits: boolean,
): Promise<number> {
  const claimed = await claimDue(tx, stationIds, waits)
  const stations = await findStations(tx, eachOwner, now, { stationIds: claimed })
  const facts = await readFacts(tx, stations, now)
  const devices = await describeDevices(tx, eachOwner, now, { stationIds: claimed })
  const alarms = await countOpenAlarms(tx, claimed)
  const alarmsOf = new Map(alarms.map((row) => [row.station_id, row.count]))
  const days = stations.map(({ id, time_zone }) => ({ id, today: localDayAt(now, time_zone).date }))
  const totals = await findStationTotals(tx, days)
  const totalsOf = new Map(totals.map((row) => [row.station_id, row]))
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  const kept = stations.flatMap((station) => {
    const own = facts.get(station.id)
    return own ? [figuresOf(station, own, now, alarmsOf.get(station.id) ?? 0, totalsOf.get(station.id))] : []
  })
  await storeFigures(tx, claimed, {
    stations: kept.map(({ figure }) => figure),
    sums: kept.map(({ sum }) => sum),
    devices: devices.flatMap(({ device }) => {
      const station = stationOf.get(device.stationId)
      return station ? [deviceFigure(device, station)] : []
    }),
  })
  return claimed.length
}

/** The values by which a station is found and sorted, and its part of the sums. */
function figuresOf(
  station: StationRow,
  facts: StationFacts,
  now: number,
  alarms: number,
  totals: StationTotals | undefined,
): { figure: StationFigure; sum: StationSum } {
  const seen = describeStation(station, facts, now)
  const { deviceCounts: counts, incomeToday, capacity } = seen
  const devices = facts.devices.length
  const both = { station_id: station.id, account_id: station.account_id, status: seen.status, open_alarms: alarms }
  const measured = {
    power_w: seen.powerW,
    energy_today_kwh: seen.energyTodayKwh,
    income_today: incomeToday,
    measured_at: seen.age.measuredAt,
  }
  const figure: StationFigure = {
    ...both,
    ...measured,
    sort_number: station.sort_number,
    name_key: sortKeyOf(station.name),
    search_text: `${station.name}\n${station.address}`,
    yield_today: seen.specificYieldToday,
    urgency: urgencyOf(seen, alarms),
    quiet_urgency: urgencyOf(seen, 0),
    status_order: statusOrder[seen.status],
    status_reason: seen.statusReason,
    well_share: devices === 0 ? null : (devices - counts.abnormal - counts.offline) / devices,
    income_currency: incomeToday === null ? null : station.currency,
    energy_total_kwh: seen.energyTotalKwh,
    changes_at: iso(nextChange(facts.devices, localDayAt(now, station.time_zone), station, now)),
    facts,
  }
  const heard = freshest(facts.devices)
  const sum: StationSum = {
    ...both,
    ...measured,
    ...counts,
    currency: station.currency,
    capacity_kwp: station.capacity_kwp,
    in_operation_kwp: capacity.inOperationKwp,
    reported_kwp: seen.coverageToday === null ? capacity.inOperationKwp : capacity.reportedKwp,
    coverage: seen.coverageToday,
    rated_power_w: facts.devices.reduce((all, device) => all + device.rated_power_w, 0),
    since_installation_kwh: facts.lifetime.sinceInstallationKwh,
    measured_kwh: facts.lifetime.measuredKwh,
    measured_since: facts.lifetime.measuredSince,
    stale_at: heard.ts === null ? null : iso(staleAt(heard)),
    energy_yesterday_kwh: seen.energyYesterdayKwh,
    energy_month_kwh: totals?.month_kwh ?? null,
    energy_year_kwh: totals?.year_kwh ?? null,
    irradiation_kwh_m2: totals?.today_irradiation ?? null,
    income_month: totals?.month_income ?? null,
    income_year: totals?.year_income ?? null,
    income_total: totals?.income ?? null,
    co2_kg: totals?.co2_kg ?? null,
  }
  return { figure, sum }
}

/** The status that needs attention most comes first. */
const statusOrder: Record<DeviceStatus, number> = { abnormal: 0, offline: 1, standby: 2, normal: 3 }

function deviceFigure(device: Device, station: StationRow): DeviceFigure {
  const stationKey = sortKeyOf(station.name)
  const ofStation = [numberKeyOf(station.sort_number), stationKey, station.id]
  return {
    device_id: device.id,
    station_id: station.id,
    account_id: station.account_id,
    place: [...ofStation, numberKeyOf(device.sortNumber), sortKeyOf(device.name), device.id].join('\t'),
    name_key: sortKeyOf(device.name),
    station_key: stationKey,
    model_key: sortKeyOf(device.model),
    search_text: [device.name, device.serial, device.model].join('\n'),
    status: device.status,
    urgency: statusOrder[device.status],
    power_w: device.powerW,
    energy_today_kwh: device.energyTodayKwh,
    yield_today: device.specificYieldToday,
    energy_total_kwh: device.energyTotalKwh,
    income_currency: device.incomeToday === null ? null : device.currency,
    income_today: device.incomeToday,
    hours_total: device.hoursTotal,
    cabinet_c: device.cabinetC,
    measured_at: device.age.measuredAt,
    measured_kwh: device.lifetime.measuredKwh,
    measured_since: device.lifetime.measuredSince,
  }
}

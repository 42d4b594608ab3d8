import type { Device, DeviceStatus } from '@helioport/contract'
import { iso, localDayAt } from '@helioport/time/node'
import { eachOwner, findReach, type Reach } from '../../access/queries/access.ts'
import type { Service } from '../../base/service.ts'
import type { Transaction } from '../../database/session.ts'
import { nextChange } from '../../figure/next-change.ts'
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
import { readFacts } from './station-facts.ts'
import { numberKeyOf, sortKeyOf } from './sort-key.ts'

/** So many stations are one transaction: a reader who waits for it waits for no more. */
const batch = 100
/** Of what is due to a reader he does so many himself; the job does the rest in seconds. */
const ownShare = 50
/** A run of the job ends after so many batches; the next one goes on. */
const batches = 40

/** Brings up to date what lists are filtered and sorted by, of all stations of which it is due. */
export async function keepDueFigures(service: Service): Promise<void> {
  for (let nth = 0; nth < batches; nth += 1) {
    const due = await findDue(service.db.read, service.now(), batch)
    if (due.length === 0) return
    const kept = await service.db.transaction((tx) => keepFigures(tx, service.now(), due, false))
    // The rest is held by who keeps it at this moment.
    if (kept < due.length || due.length < batch) return
  }
}

/** What the account reaches, of which the figures are those of now, but for a few seconds in a large fleet. */
export async function freshReach(service: Service, accountId: string): Promise<Reach> {
  const reach = await findReach(service.db.read, accountId, service.now())
  const due = await findDueOf(service.db.read, reach, service.now(), ownShare)
  if (due.length > 0) await service.db.transaction((tx) => keepFigures(tx, service.now(), due, true))
  return reach
}

/** Returns how many of the stations it could have for itself. */
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
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  await storeFigures(
    tx,
    claimed,
    stations.flatMap((station) => {
      const own = facts.get(station.id)
      return own ? [stationFigure(station, own, now)] : []
    }),
    devices.flatMap(({ device }) => {
      const station = stationOf.get(device.stationId)
      return station ? [deviceFigure(device, station)] : []
    }),
  )
  return claimed.length
}

function stationFigure(station: StationRow, facts: StationFacts, now: number): StationFigure {
  const { status, powerW, energyTodayKwh, specificYieldToday } = describeStation(station, facts, now)
  return {
    station_id: station.id,
    account_id: station.account_id,
    sort_number: station.sort_number,
    name_key: sortKeyOf(station.name),
    search_text: `${station.name}\n${station.address}`,
    status,
    power_w: powerW,
    energy_today_kwh: energyTodayKwh,
    yield_today: specificYieldToday,
    changes_at: iso(nextChange(facts.devices, localDayAt(now, station.time_zone), station, now)),
    facts,
  }
}

/** What needs somebody first. */
const urgency: Record<DeviceStatus, number> = { abnormal: 0, offline: 1, standby: 2, normal: 3 }

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
    urgency: urgency[device.status],
    power_w: device.powerW,
    energy_today_kwh: device.energyTodayKwh,
    yield_today: device.specificYieldToday,
    energy_total_kwh: device.energyTotalKwh,
    income_currency: device.incomeToday === null ? null : device.currency,
    income_today: device.incomeToday,
    hours_total: device.hoursTotal,
    cabinet_c: device.cabinetC,
    measured_at: device.age.measuredAt,
  }
}

import {
  type DeviceStatus,
  type Lifetime,
  type Station,
  type StationRight,
  uploadIntervalMs,
  type Working,
} from '@helioport/contract'
import { addDays, localDayAt } from '@helioport/time/node'
import { countOpenAlarms } from '../alarm/queries/alarm.ts'
import { type DeviceDayRow, findDeviceDays } from '../energy/queries/day.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import { findStations, type StationRow } from '../inventory/queries/station.ts'
import { findTariffs, type TariffRow } from '../inventory/queries/tariff.ts'
import { findNewestSensors, type SensorRow } from './queries/weather.ts'
import type { Service } from '../base/service.ts'
import { type CapacitySpan, kwpOn, stationCapacity } from '../figure/capacity.ts'
import { coverageOf } from '../figure/coverage.ts'
import { worthOf } from '../energy/day/day-worth.ts'
import { stationLifetimes, sumLifetimes } from '../energy/lifetime.ts'
import { findWorking } from '../energy/queries/working.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { Problem } from '../base/problem.ts'
import { silentSince } from '../figure/silence.ts'
import { isDrowsy } from '../figure/sleep.ts'
import { sparklineOf } from '../figure/sparkline.ts'
import { ageOf, countStatuses, deviceStatus, freshest, isFresh, stationStatus } from '../figure/status.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { rateAt } from '../figure/tariff.ts'
import { weatherOf } from './weather.ts'

const dayMs = 24 * 3_600_000

type StationSort = 'sortNumber' | 'name' | 'powerW' | 'energyTodayKwh' | 'specificYieldToday'

export interface StationFilter {
  search?: string
  stationId?: string
  status?: DeviceStatus
  sort?: StationSort
}

/** Stations of the account with what is going on there now. */
export async function listStations(service: Service, accountId: string, filter: StationFilter): Promise<Station[]> {
  const now = service.now()
  const stations = await findStations(service.db.read, accountId, now, filter)
  if (stations.length === 0) return []
  const days = stations.map((station) => ({ station, today: localDayAt(now, station.time_zone) }))
  const stationIds = stations.map((station) => station.id)
  const [devices, lifetimes, spans, working, alarms, deviceDays, tariffs, sensors] = await Promise.all([
    findDevices(service.db.read, accountId, now, filter.stationId === undefined ? {} : { stationId: filter.stationId }),
    stationLifetimes(service.db.read, stations),
    findCapacitySpans(service.db.read, stationIds),
    findWorking(service.db.read, stationIds, now),
    countOpenAlarms(service.db.read, stationIds),
    findDeviceDays(
      service.db.read,
      days.flatMap(({ station, today }) => [
        { stationId: station.id, date: today.date },
        { stationId: station.id, date: addDays(today.date, -1) },
      ]),
    ),
    findTariffs(service.db.read, stationIds),
    findNewestSensors(service.db.read, stationIds),
  ])
  const devicesOf = Map.groupBy(devices, (device) => device.station_id)
  const spansOf = Map.groupBy(spans, (span) => span.station_id)
  const daysOf = Map.groupBy(deviceDays, (day) => day.station_id)
  const tariffsOf = Map.groupBy(tariffs, (tariff) => tariff.station_id)
  const sensorsOf = Map.groupBy(sensors, (sensor) => sensor.station_id)
  const alarmsOf = new Map(alarms.map((row) => [row.station_id, row.count]))
  const all = stations.map((station) =>
    describe(station, {
      devices: devicesOf.get(station.id) ?? [],
      spans: spansOf.get(station.id) ?? [],
      deviceDays: daysOf.get(station.id) ?? [],
      tariffs: tariffsOf.get(station.id) ?? [],
      sensors: sensorsOf.get(station.id) ?? [],
      openAlarms: alarmsOf.get(station.id) ?? 0,
      lifetime: lifetimes.get(station.id) ?? sumLifetimes([]),
      working: working.get(station.id) ?? null,
      now,
    }),
  )
  const chosen = filter.status === undefined ? all : all.filter((station) => station.status === filter.status)
  return sorted(chosen, filter.sort ?? 'sortNumber')
}

/** @throws Problem notFound */
export async function getStation(service: Service, accountId: string, stationId: string): Promise<Station> {
  const [station] = await listStations(service, accountId, { stationId })
  if (!station) throw new Problem('notFound')
  return station
}

interface Facts {
  devices: readonly DeviceRow[]
  /** Numbers of devices that were removed. */
  deviceDays: readonly DeviceDayRow[]
  tariffs: readonly TariffRow[]
  sensors: readonly SensorRow[]
  openAlarms: number
  spans: readonly CapacitySpan[]
  lifetime: Lifetime
  working: Working | null
  now: number
}

function describe(station: StationRow, facts: Facts): Station {
  const { devices, now } = facts
  const may = (right: StationRight) => station.rights.includes(right)
  const statuses = devices.map((device) => deviceStatus(device, station, now))
  const today = localDayAt(now, station.time_zone)
  const daysToday = facts.deviceDays.filter((day) => day.date === today.date)
  const terms = { tariffs: facts.tariffs, factors: [], timeZone: station.time_zone }
  const { energyKwh: energyTodayKwh, income: incomeToday } = worthOf(daysToday, today, terms)
  const yesterday = facts.deviceDays.filter((day) => day.date !== today.date)
  const fresh = devices.filter((device) => isFresh(device, now))
  const presence = new Map(daysToday.map((day) => [day.device_no, day]))
  const reported = new Set(daysToday.flatMap((day) => (day.samples > 0 ? day.device_no : [])))
  const capacity = stationCapacity(facts.spans, station.capacity_kwp, { from: today.date, to: today.date }, reported)
  const there = kwpOn(facts.spans, today.date)
  const present = devices
    .filter((device) => there.has(device.no))
    .map((device) => ({
      ratedW: device.rated_power_w,
      kwp: there.get(device.no) ?? 0,
      presence: presence.get(device.no),
    }))
  return {
    ...fieldsOf(station),
    price: may('income') ? (rateAt(facts.tariffs, today.date)?.rate ?? null) : null,
    id: station.id,
    memberId: station.account_id,
    rights: station.rights,
    ...stationStatus(statuses, devices.filter((device) => isMissing(device, now)).length),
    age: ageOf(freshest(devices), now),
    deviceCounts: countStatuses(statuses),
    openAlarms: may('alarms') ? facts.openAlarms : null,
    powerW: sumKnown(fresh.map((device) => device.power_w)),
    energyTodayKwh,
    energyYesterdayKwh: sumKnown(yesterday.map((day) => day.energy_kwh)),
    energyTotalKwh: facts.lifetime.sinceInstallationKwh,
    lifetime: facts.lifetime,
    capacity,
    working: facts.working,
    specificYieldToday:
      energyTodayKwh === null || capacity.inOperationKwp <= 0 ? null : energyTodayKwh / capacity.inOperationKwp,
    incomeToday: may('income') ? incomeToday : null,
    coverageToday: coverageOf(present, today, station, now),
    weather: weatherOf(facts.sensors, devices, now),
    sparkline: sparklineOf(present, today, station, now),
  }
}

/** It ought to report by the sun over the plant, and does not; one that is new has a day until its first frame. */
function isMissing(device: DeviceRow, now: number): boolean {
  const { ts, power_w, rated_power_w, interval_s } = device
  const intervalMs = interval_s === null ? uploadIntervalMs : interval_s * 1000
  if (ts === null)
    return silentSince({ at: device.created_at + dayMs, isDrowsy: true, intervalMs }, now, device) !== null
  return silentSince({ at: ts, isDrowsy: isDrowsy(power_w, rated_power_w), intervalMs }, now, device) !== null
}

function fieldsOf(station: StationRow) {
  return {
    name: station.name,
    installedOn: station.installed_on,
    capacityKwp: station.capacity_kwp,
    energyBaseKwh: station.energy_base_kwh,
    temperatureCoefficient: station.temperature_coefficient,
    description: station.description,
    latitude: station.latitude,
    longitude: station.longitude,
    timeZone: station.time_zone,
    address: station.address,
    currency: station.currency,
    sortNumber: station.sort_number,
    mpptCheck: station.mppt_check,
    caseNumber: station.case_number,
    collectorSerial: station.collector_serial,
    collectorDeviceId: station.collector_device_id,
    videoUrl: station.video_url,
    pictureId: station.picture_id,
    logoId: station.logo_id,
  }
}

/** Stations come sorted by sort number and name; measured values sort downwards, unknown ones last. */
function sorted(stations: Station[], by: StationSort): Station[] {
  if (by === 'sortNumber') return stations
  if (by === 'name') return stations.toSorted((a, b) => a.name.localeCompare(b.name))
  return stations.toSorted((a, b) => (b[by] ?? -Infinity) - (a[by] ?? -Infinity) || 0)
}

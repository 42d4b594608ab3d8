import type { DeviceStatus, Station, StationInput, StationRight } from '@helioport/contract'
import { violatedUnique } from '../database/database.ts'
import { countOpenAlarms } from '../queries/alarm.ts'
import { type DeviceDayRow, findDeviceDays } from '../queries/day.ts'
import { type DeviceRow, findDevices } from '../queries/device.ts'
import { findStations, insertStation, type StationRow } from '../queries/station.ts'
import type { Service } from '../service.ts'
import { addDays, isDayDate, isTimeZone, localDayAt } from './calendar.ts'
import { coverageOf } from './coverage.ts'
import { lifetimeEnergies } from './lifetime.ts'
import { Problem } from './problem.ts'
import { sparklineOf } from './sparkline.ts'
import { ageOf, countStatuses, deviceStatus, isFresh, stationStatus } from './status.ts'

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
  const stations = await findStations(service.db, accountId, now, filter)
  if (stations.length === 0) return []
  const days = stations.map((station) => ({ station, today: localDayAt(now, station.time_zone) }))
  const [devices, alarms, deviceDays] = await Promise.all([
    findDevices(service.db, accountId, now, filter.stationId === undefined ? {} : { stationId: filter.stationId }),
    countOpenAlarms(
      service.db,
      stations.map((station) => station.id),
    ),
    findDeviceDays(
      service.db,
      days.flatMap(({ station, today }) => [
        { stationId: station.id, date: today.date },
        { stationId: station.id, date: addDays(today.date, -1) },
      ]),
    ),
  ])
  const totals = await lifetimeEnergies(service.db, devices)
  const devicesOf = Map.groupBy(devices, (device) => device.station_id)
  const daysOf = Map.groupBy(deviceDays, (day) => day.station_id)
  const alarmsOf = new Map(alarms.map((row) => [row.station_id, row.count]))
  const all = stations.map((station) =>
    describe(station, {
      devices: devicesOf.get(station.id) ?? [],
      deviceDays: daysOf.get(station.id) ?? [],
      openAlarms: alarmsOf.get(station.id) ?? 0,
      totals,
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

/** @throws Problem station.nameTaken, request.invalid (no such time zone or day) */
export async function addStation(service: Service, accountId: string, input: StationInput): Promise<Station> {
  if (!isTimeZone(input.timeZone)) {
    throw new Problem('request.invalid', { issues: [{ path: '/timeZone', message: 'must be an IANA time zone' }] })
  }
  if (!isDayDate(input.installedOn)) {
    throw new Problem('request.invalid', { issues: [{ path: '/installedOn', message: 'must be a date' }] })
  }
  try {
    const { id } = await insertStation(service.db, accountId, input, service.now())
    return await getStation(service, accountId, id)
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('station.nameTaken', { cause: error })
    throw error
  }
}

interface Facts {
  devices: readonly DeviceRow[]
  deviceDays: readonly DeviceDayRow[]
  openAlarms: number
  totals: ReadonlyMap<number, number>
  now: number
}

function describe(station: StationRow, facts: Facts): Station {
  const { devices, now } = facts
  const may = (right: StationRight) => station.rights.includes(right)
  const statuses = devices.map((device) => deviceStatus(device, station, now))
  const today = localDayAt(now, station.time_zone)
  const daysToday = facts.deviceDays.filter((day) => day.date === today.date)
  const energyTodayKwh = sumKnown(daysToday.map((day) => day.energy_kwh))
  const yesterday = facts.deviceDays.filter((day) => day.date !== today.date)
  const fresh = devices.filter((device) => isFresh(device.ts, now))
  const lifetime = sumKnown(devices.map((device) => facts.totals.get(device.no) ?? null))
  const presence = new Map(daysToday.map((day) => [day.device_no, day]))
  const present = devices
    .filter((device) => device.ts !== null)
    .map((device) => ({ ratedW: device.rated_power_w, presence: presence.get(device.no) }))
  return {
    ...inputOf(station),
    price: may('income') ? station.price : null,
    id: station.id,
    memberId: station.account_id,
    rights: station.rights,
    ...stationStatus(statuses),
    age: ageOf(latest(devices.map((device) => device.ts)), now),
    deviceCounts: countStatuses(statuses),
    openAlarms: may('alarms') ? facts.openAlarms : null,
    powerW: sumKnown(fresh.map((device) => device.power_w)),
    energyTodayKwh,
    energyYesterdayKwh: sumKnown(yesterday.map((day) => day.energy_kwh)),
    energyTotalKwh: station.energy_base_kwh + (lifetime ?? 0),
    specificYieldToday: energyTodayKwh === null ? null : energyTodayKwh / station.capacity_kwp,
    incomeToday: energyTodayKwh === null || !may('income') ? null : energyTodayKwh * station.price,
    coverageToday: coverageOf(present, today, station, now),
    sparkline: sparklineOf(present, today, station, now),
  }
}

function inputOf(station: StationRow): StationInput {
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
    price: station.price,
    currency: station.currency,
    sortNumber: station.sort_number,
  }
}

/** Stations come sorted by sort number and name; measured values sort downwards, unknown ones last. */
function sorted(stations: Station[], by: StationSort): Station[] {
  if (by === 'sortNumber') return stations
  if (by === 'name') return stations.toSorted((a, b) => a.name.localeCompare(b.name))
  return stations.toSorted((a, b) => (b[by] ?? -Infinity) - (a[by] ?? -Infinity) || 0)
}

/** Sum of what is known; null when nothing is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

function latest(instants: readonly (number | null)[]): number | null {
  return instants.reduce<number | null>((newest, at) => (at !== null && at > (newest ?? 0) ? at : newest), null)
}

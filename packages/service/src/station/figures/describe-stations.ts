import { type Station, type StationRight, uploadIntervalMs } from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import type { Reader } from '../../access/queries/access.ts'
import { countOpenAlarms } from '../../alarm/queries/alarm.ts'
import type { Session } from '../../database/session.ts'
import { findWorking } from '../../energy/queries/working.ts'
import { coverageOf } from '../../figure/coverage.ts'
import { fellSilent, silentSince } from '../../figure/silence.ts'
import { quartersPassed } from '../../figure/sparkline.ts'
import { ageOf, countStatuses, deviceStatus, freshest, isFresh, stationStatus } from '../../figure/status.ts'
import { sumKnown } from '../../figure/sum-known.ts'
import type { Place } from '../../figure/sun.ts'
import { findStations, type StationRow } from '../../inventory/queries/station.ts'
import { findKeptFacts, type KeptDevice, type StationFacts } from '../queries/figure.ts'
import { findNewestSensors } from '../queries/weather.ts'
import { readFacts } from './station-facts.ts'
import { weatherOf } from './weather.ts'

const dayMs = 24 * 3_600_000

/** The stations as the reader sees them at `now`. */
export async function describeStations(
  db: Session,
  reader: Reader,
  now: number,
  ids: readonly string[],
): Promise<Station[]> {
  const stations = await findStations(db, reader, now, { stationIds: ids })
  return describeRows(db, stations, await readFacts(db, stations, now), now)
}

/** As describeStations, from stored facts; facts that are missing, outdated or of another day are read anew. */
export async function describeKeptStations(
  db: Session,
  reader: Reader,
  now: number,
  ids: readonly string[],
): Promise<Station[]> {
  const [stations, kept] = await Promise.all([
    findStations(db, reader, now, { stationIds: ids }),
    findKeptFacts(db, ids),
  ])
  const isOfNow = ({ id, time_zone }: StationRow) => kept.get(id)?.date === localDayAt(now, time_zone).date
  const others = stations.filter((station) => !isOfNow(station))
  const read = await readFacts(db, others, now)
  return describeRows(db, stations, new Map([...kept, ...read]), now)
}

async function describeRows(
  db: Session,
  stations: readonly StationRow[],
  facts: ReadonlyMap<string, StationFacts>,
  now: number,
): Promise<Station[]> {
  const stationIds = stations.map((station) => station.id)
  const [working, alarms, sensors] = await Promise.all([
    findWorking(db, stationIds, now),
    countOpenAlarms(db, stationIds),
    findNewestSensors(db, stationIds),
  ])
  const sensorsOf = Map.groupBy(sensors, (sensor) => sensor.station_id)
  const alarmsOf = new Map(alarms.map((row) => [row.station_id, row.count]))
  return stations.flatMap((station) => {
    const own = facts.get(station.id)
    if (!own) return []
    return {
      ...describeStation(station, own, now),
      openAlarms: station.rights.includes('alarms') ? (alarmsOf.get(station.id) ?? 0) : null,
      working: working.get(station.id) ?? null,
      weather: weatherOf(sensorsOf.get(station.id) ?? [], own.devices, now),
    }
  })
}

/** Computes the state of a station at `now` from its facts. */
export function describeStation(station: StationRow, facts: StationFacts, now: number) {
  const { devices, capacity, energyTodayKwh } = facts
  const may = (right: StationRight) => station.rights.includes(right)
  const statuses = devices.map((device) => deviceStatus(device, station, now))
  const today = localDayAt(now, station.time_zone)
  const fresh = devices.filter((device) => isFresh(device, now))
  const present = devices.flatMap(({ rated_power_w, kwp, presence }) =>
    kwp === null ? [] : [{ ratedW: rated_power_w, kwp, presence: presence ?? undefined }],
  )
  return {
    ...fieldsOf(station),
    price: may('income') ? facts.price : null,
    id: station.id,
    memberId: station.account_id,
    rights: station.rights,
    ...stationStatus(statuses, devices.filter((device) => isMissing(device, station, now)).length),
    age: ageOf(freshest(devices), now),
    deviceCounts: countStatuses(statuses),
    powerW: sumKnown(fresh.map((device) => device.power_w)),
    energyTodayKwh,
    energyYesterdayKwh: facts.energyYesterdayKwh,
    energyTotalKwh: facts.lifetime.sinceInstallationKwh,
    lifetime: facts.lifetime,
    capacity,
    specificYieldToday:
      energyTodayKwh === null || capacity.inOperationKwp <= 0 ? null : energyTodayKwh / capacity.inOperationKwp,
    incomeToday: may('income') ? facts.incomeToday : null,
    coverageToday: coverageOf(present, today, station, now),
    sparkline: facts.sparkline.slice(0, quartersPassed(today, now)),
  }
}

/** The device should report, judged by the sun over the plant, and does not. A new device has a day to begin. */
function isMissing(device: KeptDevice, place: Place, now: number): boolean {
  if (device.ts !== null) return fellSilent(device, now, place)
  const last = { at: device.created_at + dayMs, isDrowsy: true, intervalMs: uploadIntervalMs }
  return silentSince(last, now, place) !== null
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

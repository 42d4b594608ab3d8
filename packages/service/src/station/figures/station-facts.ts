import type { Lifetime } from '@helioport/contract'
import { addDays, localDayAt } from '@helioport/time/node'
import { eachOwner } from '../../access/queries/access.ts'
import { readAll } from '../../database/read-all.ts'
import type { Session } from '../../database/session.ts'
import { worthOf } from '../../energy/day/day-worth.ts'
import { stationLifetimes, sumLifetimes } from '../../energy/lifetime.ts'
import { type DeviceDayRow, findDeviceDays } from '../../energy/queries/day.ts'
import { type CapacitySpan, kwpOn, stationCapacity } from '../../figure/capacity.ts'
import { sparklineOf } from '../../figure/sparkline.ts'
import { sumKnown } from '../../figure/sum-known.ts'
import { rateAt } from '../../figure/tariff.ts'
import { findCapacitySpans } from '../../inventory/queries/capacity.ts'
import { type DeviceRow, findDevices } from '../../inventory/queries/device.ts'
import type { StationRow } from '../../inventory/queries/station.ts'
import { findTariffs, type TariffRow } from '../../inventory/queries/tariff.ts'
import type { KeptDevice, StationFacts } from '../queries/figure.ts'

/** Facts of the stations, by station id; see StationFacts. */
export async function readFacts(
  db: Session,
  stations: readonly StationRow[],
  now: number,
): Promise<Map<string, StationFacts>> {
  if (stations.length === 0) return new Map()
  const stationIds = stations.map(({ id }) => id)
  const days = stations.map(({ id, time_zone }) => ({ stationId: id, date: localDayAt(now, time_zone).date }))
  const [devices, lifetimes, spans, deviceDays, tariffs] = await readAll(
    db,
    () => findDevices(db, eachOwner, now, { stationIds }),
    () => stationLifetimes(db, stations),
    () => findCapacitySpans(db, stationIds),
    () => {
      const dates = days.flatMap(({ stationId, date }) =>
        [date, addDays(date, -1)].map((at) => ({ stationId, date: at })),
      )
      return findDeviceDays(db, dates)
    },
    () => findTariffs(db, stationIds),
  )
  const devicesOf = Map.groupBy(devices, (device) => device.station_id)
  const spansOf = Map.groupBy(spans, (span) => span.station_id)
  const daysOf = Map.groupBy(deviceDays, (day) => day.station_id)
  const tariffsOf = Map.groupBy(tariffs, (tariff) => tariff.station_id)
  return new Map(
    stations.map((station) => [
      station.id,
      factsOf(station, now, {
        devices: devicesOf.get(station.id) ?? [],
        spans: spansOf.get(station.id) ?? [],
        deviceDays: daysOf.get(station.id) ?? [],
        tariffs: tariffsOf.get(station.id) ?? [],
        lifetime: lifetimes.get(station.id) ?? sumLifetimes([]),
      }),
    ]),
  )
}

interface Rows {
  devices: readonly DeviceRow[]
  spans: readonly CapacitySpan[]
  /** Includes the days of removed devices. */
  deviceDays: readonly DeviceDayRow[]
  tariffs: readonly TariffRow[]
  lifetime: Lifetime
}

function factsOf(
  station: StationRow,
  now: number,
  { devices, spans, deviceDays, tariffs, lifetime }: Rows,
): StationFacts {
  const today = localDayAt(now, station.time_zone)
  const daysToday = deviceDays.filter((day) => day.date === today.date)
  const { energyKwh, income } = worthOf(daysToday, today, { tariffs, factors: [], timeZone: station.time_zone })
  const dayOf = new Map(daysToday.map((day) => [day.device_no, day]))
  const reported = new Set(daysToday.flatMap((day) => (day.samples > 0 ? day.device_no : [])))
  const kwpOf = kwpOn(spans, today.date)
  const present = devices
    .filter(({ no }) => kwpOf.has(no))
    .map(({ no, rated_power_w: ratedW }) => ({ ratedW, kwp: kwpOf.get(no) ?? 0, presence: dayOf.get(no) }))
  return {
    date: today.date,
    devices: devices.map((device) => keptDevice(device, kwpOf.get(device.no) ?? null, dayOf.get(device.no))),
    price: rateAt(tariffs, today.date)?.rate ?? null,
    incomeToday: income,
    energyTodayKwh: energyKwh,
    energyYesterdayKwh: sumKnown(deviceDays.filter(({ date }) => date !== today.date).map((day) => day.energy_kwh)),
    lifetime,
    capacity: stationCapacity(spans, station.capacity_kwp, { from: today.date, to: today.date }, reported),
    sparkline: sparklineOf(present, today, station, today.to),
  }
}

function keptDevice(device: DeviceRow, kwp: number | null, day: DeviceDayRow | undefined): KeptDevice {
  return {
    ts: device.ts,
    interval_s: device.interval_s,
    lag_s: device.lag_s,
    mode: device.mode,
    error_word: device.error_word,
    power_w: device.power_w,
    dc_power_w: device.dc_power_w,
    rated_power_w: device.rated_power_w,
    capacity_kwp: device.capacity_kwp,
    created_at: device.created_at,
    kwp,
    presence: day
      ? {
          daylight_bins: day.daylight_bins,
          interval_s: day.interval_s,
          first_ts: day.first_ts,
          first_power_w: day.first_power_w,
          last_ts: day.last_ts,
          last_power_w: day.last_power_w,
        }
      : null,
  }
}

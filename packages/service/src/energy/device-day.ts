import type { DeviceDay } from '@helioport/contract'
import { iso, type LocalDay, localDay, localDayAt } from '@helioport/time/node'
import { findAsideInstants } from '../telemetry/queries/kept-aside.ts'
import { type DeviceCurves, findDeviceCurves } from '../telemetry/queries/device-curve.ts'
import { findDayContexts } from '../telemetry/queries/counter-points.ts'
import { type DeviceDayRow, findDeviceDaysOf } from './queries/day.ts'
import { findWorking } from './queries/working.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { type DeviceRow, findDevices } from '../inventory/queries/device.ts'
import { type DeviceDetailSample, findDetailSamples } from '../telemetry/queries/sample.ts'
import type { Service } from '../base/service.ts'
import { kwpOn } from '../figure/capacity.ts'
import { coverageOf } from '../figure/coverage.ts'
import { daySteps, intervalsOf, tellingEvening } from './day/day-steps.ts'
import { findEvenings } from './day/evening-before.ts'
import { binMs, framesOfDay, heldCurve, peakOf, upTo } from '../figure/day-grid.ts'
import { deviceCurve, stationCurve } from './day/device-curve.ts'
import { Problem } from '../base/problem.ts'
import { qualityOf } from './day/quality.ts'
import { ageOf } from '../figure/status.ts'
import { quarterMs } from './day/day-energy.ts'
import { frameOfDay } from './day-reply.ts'
import { keptCurve, whole } from './kept-station-day.ts'
import { daylightOf } from '../figure/sun.ts'

/**
 * One local day of a device; without a date: today there.
 * @throws Problem notFound
 */
export async function getDeviceDay(
  service: Service,
  accountId: string,
  deviceId: string,
  date: string | undefined,
): Promise<DeviceDay> {
  const now = service.now()
  const [found] = await findDevices(service.db.recent, accountId, now, { deviceId })
  if (!found) throw new Problem('notFound')
  const day = date === undefined ? localDayAt(now, found.time_zone) : localDay(date, found.time_zone)
  const [[presence], workings, spans] = await Promise.all([
    findDeviceDaysOf(service.db.recent, [{ deviceNo: found.no, date: day.date }]),
    findWorking(service.db.recent, [found.station_id], now, { from: day.date, to: day.date }),
    findCapacitySpans(service.db.recent, [found.station_id]),
  ])
  // The inverter may have been replaced by one of another size since then.
  const device = { ...found, capacity_kwp: kwpOn(spans, day.date).get(found.no) ?? found.capacity_kwp }
  const working = workings.get(device.station_id) ?? null
  if (presence?.is_kept) {
    const curves = await findDeviceCurves(service.db.recent, device.no, day.date)
    return describeKept(device, day, { ...presence, curves }, working, now)
  }
  const [telling, contexts, keptOut] = await Promise.all([
    findDetailSamples(service.db.recent, device.no, day),
    findDayContexts(service.db.recent, [{ no: device.no, counting: device.counter_kwh !== null }], day),
    findAsideInstants(service.db.recent, { deviceNo: device.no }, day),
  ])
  const { samples } = framesOfDay(day, telling)
  const evenings = await findEvenings(service.db.recent, tellingEvening([device], telling, contexts, day), day, device)
  const steps = daySteps([device], telling, contexts, day, device, evenings)
  const intervals = intervalsOf(contexts[0]?.former ?? [], samples)
  const curve = deviceCurve(day, telling, device.rated_power_w, device, intervals.usualMs)
  const curveOf = (value: (sample: DeviceDetailSample) => number | null) =>
    upTo(now, day, heldCurve(day, telling, value, intervals.usualMs))
  const light = daylightOf(day, device)
  const ratedW = device.rated_power_w
  const peak = peakOf(day, curve.powerW)
  return {
    deviceId: device.id,
    ...frameOfDay(day, device.time_zone, device, binMs / 60_000),
    age: ageOf(device, now),
    powerW: upTo(now, day, curve.powerW),
    dcPowerW: curveOf((sample) => sample.dc_power_w),
    cabinetC: curveOf((sample) => sample.cabinet_c),
    acVoltageV: curveOf((sample) => sample.ac_voltage_v),
    quality: qualityOf(
      day,
      stationCurve(
        day,
        [
          {
            ...curve,
            intervalMs: intervals.lastMs,
            capacityKwp: device.capacity_kwp,
            from: day.from,
            to: day.to,
          },
        ],
        now,
      ).told,
      [{ ratedW, loggerSince: device.logger_created_at, samples, steps, intervals }],
      light,
      now,
      keptOut,
    ),
    working,
    capacityKwp: device.capacity_kwp,
    figures: figuresOfDay(device, day, presence, peak, now),
  }
}

function figuresOfDay(
  device: DeviceRow,
  day: LocalDay,
  presence: DeviceDayRow | undefined,
  peak: { value: number; at: string } | null,
  now: number,
): DeviceDay['figures'] {
  const energyKwh = presence?.energy_kwh ?? null
  const own = { ratedW: device.rated_power_w, kwp: device.capacity_kwp, presence }
  return {
    energyKwh,
    peakPowerW: peak?.value ?? null,
    peakAt: peak?.at ?? null,
    specificYield: energyKwh === null ? null : energyKwh / device.capacity_kwp,
    coverage: coverageOf([own], day, device, now),
  }
}

/** A day whose samples are dropped, in quarter-hours, as they were stored. */
function describeKept(
  device: DeviceRow,
  day: LocalDay,
  stored: DeviceDayRow & { curves: DeviceCurves | undefined },
  working: DeviceDay['working'],
  now: number,
): DeviceDay {
  const { told } = stationCurve(day, [keptCurve(day, stored, device, device)], now)
  const { peak_power_w: value, peak_at: at } = stored
  const peak = value === null || at === null ? null : { value, at: iso(at) }
  return {
    deviceId: device.id,
    ...frameOfDay(day, device.time_zone, device, quarterMs / 60_000),
    age: ageOf(device, now),
    powerW: whole(day, stored.quarter_w),
    dcPowerW: whole(day, stored.curves?.quarter_dc_w ?? []),
    cabinetC: whole(day, stored.curves?.quarter_cabinet_c ?? []),
    acVoltageV: whole(day, stored.curves?.quarter_ac_voltage_v ?? []),
    quality: qualityOf(day, told, [], daylightOf(day, device), now),
    working,
    capacityKwp: device.capacity_kwp,
    figures: figuresOfDay(device, day, stored, peak, now),
  }
}

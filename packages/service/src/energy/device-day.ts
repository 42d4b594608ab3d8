import type { DeviceDay } from '@helioport/contract'
import { iso, localDay, localDayAt } from '@helioport/time/node'
import { findDayContexts } from '../telemetry/queries/counter-points.ts'
import { findDeviceDaysOf } from './queries/day.ts'
import { findWorking } from './queries/working.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { type DeviceDetailSample, findDetailSamples } from '../telemetry/queries/sample.ts'
import type { Service } from '../base/service.ts'
import { coverageOf } from '../figure/coverage.ts'
import { daySteps, intervalsOf } from './day/counter-steps.ts'
import { binMs, heldCurve, peakOf, upTo } from '../figure/day-grid.ts'
import { deviceCurve, stationCurve } from './day/device-curve.ts'
import { Problem } from '../base/problem.ts'
import { qualityOf } from './day/quality.ts'
import { ageOf } from '../figure/status.ts'
import { daylightOf, sunOf } from '../figure/sun.ts'

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
  const [device] = await findDevices(service.db.read, accountId, now, { deviceId })
  if (!device) throw new Problem('notFound')
  const day = date === undefined ? localDayAt(now, device.time_zone) : localDay(date, device.time_zone)
  const [samples, contexts, rollUps, working] = await Promise.all([
    findDetailSamples(service.db.read, device.no, day),
    findDayContexts(service.db.read, [{ no: device.no, counting: device.counter_kwh !== null }], day),
    findDeviceDaysOf(service.db.read, [{ deviceNo: device.no, date: day.date }]),
    findWorking(service.db.read, [device.station_id], now, { from: day.date, to: day.date }),
  ])
  const steps = daySteps([device], samples, contexts, day)
  const intervals = intervalsOf(contexts[0]?.former ?? [], samples)
  const curve = deviceCurve(day, samples, device.rated_power_w, device, intervals.usualMs)
  const curveOf = (value: (sample: DeviceDetailSample) => number | null) =>
    upTo(now, day, heldCurve(day, samples, value, intervals.usualMs))
  const light = daylightOf(day, device)
  const presence = rollUps[0]
  const ratedW = device.rated_power_w
  const peak = peakOf(day, curve.powerW)
  const energyKwh = presence?.energy_kwh ?? null
  const { sunrise, sunset } = sunOf(day, device)
  return {
    deviceId: device.id,
    date: day.date,
    timeZone: device.time_zone,
    from: iso(day.from),
    to: iso(day.to),
    binMinutes: binMs / 60_000,
    sunrise: sunrise === null ? null : iso(sunrise),
    sunset: sunset === null ? null : iso(sunset),
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
      ).coverage,
      [{ ratedW, loggerSince: device.logger_created_at, samples, steps, intervals }],
      light,
      now,
    ),
    working: working.get(device.station_id) ?? null,
    figures: {
      energyKwh,
      peakPowerW: peak?.value ?? null,
      peakAt: peak?.at ?? null,
      specificYield: energyKwh === null ? null : energyKwh / device.capacity_kwp,
      coverage: coverageOf([{ ratedW, kwp: device.capacity_kwp, presence }], day, device, now),
    },
  }
}

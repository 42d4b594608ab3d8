import { type DeviceCurves, type DeviceParameter, uploadIntervalMs } from '@helioport/contract'
import { DayBook, daysBetween, isDay, iso, type LocalDay, localDay } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { type Place, sunOf } from '../figure/sun.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { columnOfParameter, findCurveBins } from './queries/curves.ts'

const maxDays = 31
const minuteMs = 60_000
/** A chart cannot show more points. */
const mostBins = 800
const binChoices = [5, 10, 15, 30, 60, 120] as const

/**
 * Parameters of a device over local days, as means of equal bins; null: no frame. A bin is at least as long as the
 * device's sending interval.
 * @throws Problem notFound; request.invalid (no such day or parameter, backwards), period.tooLong
 */
export async function getDeviceCurves(
  service: Service,
  accountId: string,
  deviceId: string,
  query: { from: string; to: string; parameters: string },
): Promise<DeviceCurves> {
  const [device] = await findDevices(service.db.recent, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  if (!isDay(query.from) || !isDay(query.to) || query.to < query.from) {
    throw new Problem('request.invalid', { issues: [{ path: '/to', message: 'must be a date, not before from' }] })
  }
  if (daysBetween(query.from, query.to) >= maxDays) throw new Problem('period.tooLong')
  const parameters = [...new Set(query.parameters.split(','))]
  if (parameters.some((parameter) => columnOfParameter(parameter) === undefined)) {
    throw new Problem('request.invalid', { issues: [{ path: '/parameters', message: 'no such parameter' }] })
  }
  const span = { from: localDay(query.from, device.time_zone).from, to: localDay(query.to, device.time_zone).to }
  const least = Math.max((device.interval_s ?? 0) / 60, (span.to - span.from) / minuteMs / mostBins)
  const binMinutes = binChoices.find((minutes) => minutes >= least) ?? 120
  const binMs = binMinutes * minuteMs
  const rows = await findCurveBins(service.db.recent, device.no, parameters as DeviceParameter[], {
    ...span,
    binMs,
    usualMs: (device.interval_s ?? 0) * 1000 || uploadIntervalMs,
  })
  const valuesOf = new Map(rows.map(({ bin, values }) => [bin, values]))
  const bins = Array.from({ length: Math.ceil((span.to - span.from) / binMs) }, (_, bin) => valuesOf.get(bin))
  return {
    deviceId: device.id,
    timeZone: device.time_zone,
    from: iso(span.from),
    to: iso(span.to),
    binMinutes,
    days: new DayBook(device.time_zone).between(span.from, span.to - 1).map((day) => sunOfDay(day, device)),
    curves: parameters.map((parameter, nth) => ({ parameter, values: bins.map((values) => values?.[nth] ?? null) })),
  }
}

function sunOfDay(day: LocalDay, place: Place) {
  const { sunrise, sunset } = sunOf(day, place)
  return {
    from: iso(day.from),
    to: iso(day.to),
    sunrise: sunrise === null ? null : iso(sunrise),
    sunset: sunset === null ? null : iso(sunset),
  }
}

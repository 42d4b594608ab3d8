import type { DeviceDayValues } from '@helioport/contract'
import { addDays, daysBetween, isDay, localDay } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { columnOfParameter } from './queries/curves.ts'
import {
  type DayValues,
  findDayValues,
  findDueDayValues,
  findMeasuredDayValues,
  keepMeasuredDayValues,
} from './queries/day-value.ts'

const maxDays = 366
/** Due days that are computed within the request: today, and yesterday until the job has run. */
const mostDueDays = 2
const portion = 400

/**
 * Mean, minimum and maximum of a device's parameters per local day; null: no frame has a value.
 * @throws Problem notFound; request.invalid (no such day or parameter, backwards), period.tooLong
 */
export async function getDeviceDayValues(
  service: Service,
  accountId: string,
  deviceId: string,
  query: { from: string; to: string; parameters: string },
): Promise<DeviceDayValues> {
  const db = service.db.recent
  const [device] = await findDevices(db, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  const { from, to } = query
  if (!isDay(from) || !isDay(to) || to < from) {
    throw new Problem('request.invalid', { issues: [{ path: '/to', message: 'must be a date, not before from' }] })
  }
  if (daysBetween(from, to) >= maxDays) throw new Problem('period.tooLong')
  const parameters = [...new Set(query.parameters.split(','))]
  const columns = parameters.flatMap((parameter) => columnOfParameter(parameter) ?? [])
  if (columns.length < parameters.length) {
    throw new Problem('request.invalid', { issues: [{ path: '/parameters', message: 'no such parameter' }] })
  }
  const timeZone = device.time_zone
  const days = await findDayValues(db, device.no, columns, { from, to })
  const valuesOf = new Map<string, Omit<DayValues, 'date'>>()
  for (const { date, values } of days) if (values) valuesOf.set(date, values)
  const due = days.filter(({ is_due: isDue }) => isDue).map(({ date }) => date)
  const last = due.at(-1)
  if (last !== undefined) {
    const first = due.find((date) => daysBetween(date, last) < mostDueDays) ?? last
    const measured = await findMeasuredDayValues(db, device.no, columns, spanOf(first, last, timeZone))
    for (const { date, ...values } of measured) if (due.includes(date)) valuesOf.set(date, values)
  }
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))
  return {
    deviceId: device.id,
    timeZone,
    from,
    to,
    parameters: parameters.map((parameter, nth) => {
      const of = (field: 'means' | 'lows' | 'highs') => dates.map((date) => rounded(valuesOf.get(date)?.[field][nth]))
      return { parameter, means: of('means'), lows: of('lows'), highs: of('highs') }
    }),
  }
}

/**
 * Computes the values of past days, and again where frames arrived late. A failure of one device does not stop the
 * others.
 * @throws the first failure, at the end
 */
export async function keepDayValues(service: Service): Promise<void> {
  let after = { device_no: 0, date: '-infinity' }
  const failures: unknown[] = []
  for (;;) {
    const due = await findDueDayValues(service.db.read, service.now(), after, portion)
    for (const [deviceNo, days] of Map.groupBy(due, (day) => day.device_no)) {
      await keepDaysOf(service, deviceNo, days).catch((error: unknown) => failures.push(error))
    }
    const last = due.at(-1)
    if (!last || due.length < portion) break
    after = last
  }
  if (failures.length > 0) throw failures[0]
}

async function keepDaysOf(service: Service, deviceNo: number, days: readonly { date: string; time_zone: string }[]) {
  // Days far apart are read separately: years may lie between them.
  for (const run of runsOf(days)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) continue
    const span = spanOf(first.date, last.date, first.time_zone)
    const dates = run.map(({ date }) => date)
    await service.db.repeatedTransaction((tx) => keepMeasuredDayValues(tx, deviceNo, dates, span))
  }
}

/** Groups the days into runs that span at most a week. */
function runsOf<T extends { date: string }>(days: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.[0] && daysBetween(run[0].date, day.date) < 7) run.push(day)
    else runs.push([day])
  }
  return runs
}

const spanOf = (first: string, last: string, timeZone: string) => ({
  from: localDay(first, timeZone).from,
  to: localDay(last, timeZone).to,
  timeZone,
})

/** Rounds to the digits of a real, so that stored and freshly computed values are equal. */
const rounded = (value: number | null | undefined) => (Number.isFinite(value) ? Number(value?.toPrecision(6)) : null)

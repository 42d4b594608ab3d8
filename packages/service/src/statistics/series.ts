import type { DeviceDay, PowerSeries, StationDay } from '@helioport/contract'
import { thinnedBins } from '@helioport/series'
import { type LocalDay, localDay, daysBetween, daysIn } from '@helioport/time/node'
import { findDeviceQuarters, findStationQuarters } from './queries/quarter.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { findReachedStations } from './queries/statistics.ts'
import type { Service } from '../base/service.ts'
import { getDeviceDay } from '../energy/device-day.ts'
import { checkedDate } from '../figure/period.ts'
import { Problem } from '../base/problem.ts'
import { Turns } from '../base/turns.ts'
import { isAsleep, sleepOf } from '../figure/sleep.ts'
import { getStationDay } from '../energy/station-day.ts'
import type { LastHeard } from '../figure/status.ts'
import type { Place } from '../figure/sun.ts'

export interface SeriesQuery {
  from: string
  to: string
  points?: number
}

const longestDays = 366
const defaultPoints = 1000
/** min */
const stationBin = 5

/**
 * Power of a station over its local days `from` to `to`, thinned; its highest value is the peak of the statistics.
 * @throws Problem notFound; request.invalid (no such day, backwards, longer than a year)
 */
export async function getStationSeries(
  service: Service,
  accountId: string,
  stationId: string,
  query: SeriesQuery,
): Promise<PowerSeries> {
  const dates = datesOf(query)
  const [station] = await findReachedStations(service.db.recent, accountId, service.now(), stationId)
  if (!station) throw new Problem('notFound')
  const head = { id: stationId, timeZone: station.time_zone, ...query }
  if (dates.length === 1) {
    const day = await getStationDay(service, accountId, stationId, query.from)
    return describeDay(head, day, service.now())
  }
  const rows = await findStationQuarters(service.db.recent, stationId, query)
  const rowOf = new Map(rows.map((row) => [row.date, row]))
  const grid = await gridOfDays(dates, { ...station, minutes: stationBin, now: service.now() }, (date) => {
    const row = rowOf.get(date)
    const bins = row?.bin_w ?? []
    // Days that were stored before there were 5-minute means have means of quarters only.
    return (bin) => (bins.length > 0 ? bins[bin] : row?.quarter_w[Math.floor(bin / 3)])
  })
  const coarse = rows.filter(({ bin_w }) => bin_w.length === 0)
  return describe(head, stationBin, grid, coarse)
}

/** Power of a device; see getStationSeries. */
export async function getDeviceSeries(
  service: Service,
  accountId: string,
  deviceId: string,
  query: SeriesQuery,
): Promise<PowerSeries> {
  const dates = datesOf(query)
  const [device] = await findDevices(service.db.recent, accountId, service.now(), { deviceId, removedAfter: 0 })
  if (!device) throw new Problem('notFound')
  const head = { id: deviceId, timeZone: device.time_zone, ...query }
  if (dates.length === 1) {
    const day = await getDeviceDay(service, accountId, deviceId, query.from)
    return describeDay(head, day, service.now())
  }
  const place: Place = device
  const rows = new Map((await findDeviceQuarters(service.db.recent, device.no, query)).map((row) => [row.date, row]))
  const grid = await gridOfDays(dates, { ...device, minutes: 15, now: service.now() }, (date, day) => {
    const row = rows.get(date)
    const sleep = row && row.first_ts !== null ? sleepOf(row, device.rated_power_w, day, place) : null
    return (quarter, at) => row?.quarter_w[quarter] ?? (sleep && isAsleep(sleep, at) ? 0 : null)
  })
  return describe(head, 15, grid, [...rows.values()])
}

/** One day, with the curve of the day's page. */
function describeDay(head: Head, day: StationDay | DeviceDay, now: number): PowerSeries {
  const { binMinutes, figures } = day
  const { peakPowerW, peakAt } = figures
  const peak = { peak_power_w: peakPowerW, peak_at: peakAt === null ? null : Date.parse(peakAt) }
  const grid = gridOf(Date.parse(day.from), binMinutes, day.powerW).filter(({ at }) => at < now)
  return describe(head, binMinutes, grid, binMinutes > stationBin ? [peak] : [])
}

type Head = { id: string; timeZone: string } & SeriesQuery

type Grid = { at: number; value: number | null }[]

/** @throws Problem request.invalid */
function datesOf({ from, to }: SeriesQuery): string[] {
  checkedDate(from, '/from')
  checkedDate(to, '/to')
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > longestDays) {
    throw new Problem('request.invalid', { issues: [{ path: '/to', message: `must be within ${longestDays} days` }] })
  }
  return daysIn({ from, to })
}

function gridOf(from: number, minutes: number, values: readonly (number | null)[]): Grid {
  return values.map((value, bin) => ({ at: from + bin * minutes * 60_000, value }))
}

/** Value of a bin of a day, by its number and its start. */
type DayValues = (bin: number, at: number) => number | null | undefined

/**
 * The bins of days up to now. A year has a hundred thousand of them, so other work has its turn in between. After the
 * newest frame nothing is known: a curve does not go on at zero.
 */
async function gridOfDays(
  dates: readonly string[],
  of: LastHeard & { time_zone: string; minutes: number; now: number },
  valuesOf: (date: string, day: LocalDay) => DayValues,
): Promise<Grid> {
  const end = of.ts === null ? Infinity : of.ts + Math.max(1, (of.interval_s ?? 0) * 1000)
  const binMs = of.minutes * 60_000
  const turns = new Turns()
  const grid: Grid = []
  for (const date of dates) {
    const day = localDay(date, of.time_zone)
    const valueAt = valuesOf(date, day)
    for (let bin = 0, at = day.from; at < day.to && at < of.now; bin += 1, at += binMs)
      grid.push({ at, value: at < end ? (valueAt(bin, at) ?? null) : null })
    if (turns.isOver()) await turns.next()
  }
  await turns.next()
  return grid
}

interface Peak {
  peak_power_w: number | null
  /** Epoch ms. */
  peak_at: number | null
}

/**
 * Adds the highest 5 minutes of days that have means of quarter-hours only, so that the highest value of the series is
 * the peak of the statistics here, too.
 */
function withPeaks(grid: Grid, peaks: readonly Peak[]): Grid {
  if (peaks.length === 0) return grid
  const own = peaks.flatMap(({ peak_power_w: value, peak_at }) =>
    value === null || peak_at === null ? [] : [{ at: Math.round(peak_at), value }],
  )
  const at = new Set(own.map((peak) => peak.at))
  return [...grid.filter((point) => !at.has(point.at)), ...own].toSorted((a, b) => a.at - b.at)
}

/** `peaks`: of days whose means are coarser than their peak. */
function describe(head: Head, binMinutes: number, passed: Grid, peaks: readonly Peak[]): PowerSeries {
  const { id, timeZone, from, to, points = defaultPoints } = head
  const grid = withPeaks(passed, peaks)
  const kept = thinnedBins(
    grid.map(({ value }) => value),
    points,
  ).flatMap((bin) => grid[bin] ?? [])
  return {
    id,
    timeZone,
    from,
    to,
    binMinutes,
    bins: passed.length,
    knownBins: passed.filter(({ value }) => value !== null).length,
    at: kept.map(({ at }) => at),
    // Not rounded, so that the highest value is the peak of the statistics.
    powerW: kept.map(({ value }) => value),
  }
}

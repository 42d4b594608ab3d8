import type { DeviceDay, PowerSeries, StationDay } from '@helioport/contract'
import { thinnedBins } from '@helioport/series'
import { localDay, daysBetween, daysIn } from '@helioport/time/node'
import { findDeviceQuarters, findStationQuarters } from './queries/quarter.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { findReachedStations } from './queries/statistics.ts'
import type { Service } from '../base/service.ts'
import { getDeviceDay } from '../energy/device-day.ts'
import { checkedDate } from '../figure/period.ts'
import { Problem } from '../base/problem.ts'
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
  const grid = dates.flatMap((date) => {
    const row = rowOf.get(date)
    const bins = row?.bin_w ?? []
    // A day from before there were 5-minute means stands with those of its quarters.
    return binsOf(date, station.time_zone, stationBin, (bin) =>
      bins.length > 0 ? bins[bin] : row?.quarter_w[Math.floor(bin / 3)],
    )
  })
  const coarse = rows.filter(({ bin_w }) => bin_w.length === 0)
  return describe(head, stationBin, upToNewest(grid, station), service.now(), coarse)
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
  const grid = dates.flatMap((date) => {
    const row = rows.get(date)
    const day = localDay(date, device.time_zone)
    const sleep = row && row.first_ts !== null ? sleepOf(row, device.rated_power_w, day, place) : null
    return binsOf(date, device.time_zone, 15, (quarter, at) => {
      const power = row?.quarter_w[quarter]
      return power ?? (sleep && isAsleep(sleep, at) ? 0 : null)
    })
  })
  return describe(head, 15, upToNewest(grid, device), service.now(), [...rows.values()])
}

/** One day, as its page has it. */
function describeDay(head: Head, day: StationDay | DeviceDay, now: number): PowerSeries {
  const { binMinutes, figures } = day
  const { peakPowerW, peakAt } = figures
  const peak = { peak_power_w: peakPowerW, peak_at: peakAt === null ? null : Date.parse(peakAt) }
  const grid = gridOf(Date.parse(day.from), binMinutes, day.powerW)
  return describe(head, binMinutes, grid, now, binMinutes > stationBin ? [peak] : [])
}

type Head = { id: string; timeZone: string } & SeriesQuery

type Grid = { at: number; value: number | null }[]

/** Nothing is known of what comes after the newest frame: a curve does not run on at zero. */
function upToNewest(grid: Grid, { ts, interval_s }: LastHeard): Grid {
  const end = ts === null ? Infinity : ts + Math.max(1, (interval_s ?? 0) * 1000)
  return grid.map(({ at, value }) => ({ at, value: at < end ? value : null }))
}

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

function binsOf(
  date: string,
  timeZone: string,
  minutes: number,
  valueOf: (bin: number, at: number) => number | null | undefined,
) {
  const day = localDay(date, timeZone)
  const binMs = minutes * 60_000
  return Array.from({ length: Math.ceil((day.to - day.from) / binMs) }, (_, bin) => {
    const at = day.from + bin * binMs
    return { at, value: valueOf(bin, at) ?? null }
  })
}

interface Peak {
  peak_power_w: number | null
  /** Epoch ms. */
  peak_at: number | null
}

/**
 * Days of which there are means of quarter-hours have their highest 5 minutes beside them, so that the highest of the
 * series is the peak of the statistics here, too.
 */
function withPeaks(grid: Grid, peaks: readonly Peak[]): Grid {
  const own = peaks.flatMap(({ peak_power_w: value, peak_at }) =>
    value === null || peak_at === null ? [] : [{ at: Math.round(peak_at), value }],
  )
  const at = new Set(own.map((peak) => peak.at))
  return [...grid.filter((point) => !at.has(point.at)), ...own].toSorted((a, b) => a.at - b.at)
}

/** `peaks`: of the days that are coarser than their peak. */
function describe(head: Head, binMinutes: number, whole: Grid, now: number, peaks: readonly Peak[] = []): PowerSeries {
  const { id, timeZone, from, to, points = defaultPoints } = head
  const passed = whole.filter(({ at }) => at < now)
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
    // With all their digits, so that the highest is the peak of the statistics.
    powerW: kept.map(({ value }) => value),
  }
}

import type { SensorFrame } from '@helioport/contract/ingest'
import { DayBook, type LocalDay } from '@helioport/time/node'
import { Turns } from '../../base/turns.ts'
import type { Transaction } from '../../database/session.ts'
import type { StationPlace } from '../../inventory/queries/place.ts'
import { type DeviceStretch, insertDueRollUps } from '../queries/due-roll-up.ts'
import {
  type DayRollUp,
  findDayPoints,
  findDevicesWithCounter,
  findFrameReach,
  findSensorReach,
  holdCounters,
  type TouchedDay,
  upsertDeviceDays,
  upsertStationDays,
} from '../queries/roll-up.ts'
import { findSettledDays, forgetSettledDays, saveSettledDays } from '../queries/settled-day.ts'
import { StepShares } from '../day/step-shares.ts'
import type { OwnFrame } from '../../telemetry/judge-frames.ts'
import { withEvenings } from '../day/evening-before.ts'
import { rollUpDay } from './roll-up-day.ts'
import { withSettled } from './settled-day.ts'
import { longestIntervalMs } from '../../figure/interval.ts'
import { daylightOf, type Place } from '../../figure/sun.ts'

const dayMs = 24 * 3_600_000
/** Number of days computed at once if a batch reaches many more days than it has frames; a job does the rest. */
const maxDays = 62

/** Period of new frames of one device inside one local day. */
interface Window {
  deviceNo: number
  ratedW: number
  first: number
  last: number
  dayEnd: number
  frames: number
}

/**
 * Computes all days anew that the batch can have changed: the days of its frames, those of the frames after them, and,
 * if the lifetime counter is sent, the days of the neighbouring counter points. It uses only the stored frames, so the
 * order in which batches arrive does not matter. It runs in the batch's transaction, under the station's lock: if more
 * days are reached than that lock may be held for, the rest is left to a job (due-roll-ups.ts).
 */
export async function rollUp(
  tx: Transaction,
  station: StationPlace,
  frames: readonly OwnFrame[],
  sensors: readonly SensorFrame[],
  now: number,
): Promise<void> {
  const book = new DayBook(station.time_zone)
  const { touched, left } = await findTouchedDays(tx, station, book, frames)
  await computeDays(tx, station, book, touched, now)
  if (left.length > 0) await insertDueRollUps(tx, left)
  const dates = new Set(touched.map((day) => day.date))
  const firsts = new Map<string, number>()
  for (const { at } of sensors) {
    const { date } = book.at(at)
    dates.add(date)
    firsts.set(date, Math.min(at, firsts.get(date) ?? Infinity))
  }
  const night = [...firsts.values()].filter((at) => at - book.at(at).from < longestIntervalMs)
  for (const at of await findSensorReach(tx, station.station_id, night)) dates.add(book.at(at).date)
  await upsertStationDays(tx, station.station_id, [...dates], now)
}

/** Computes energy and quarters of these days from the stored frames, and saves the settled part of today. */
export async function computeDays(
  tx: Transaction,
  station: StationPlace,
  book: DayBook,
  days: readonly TouchedDay[],
  now: number,
): Promise<void> {
  const shares = new StepShares(book, station)
  const today = book.at(now).date
  const held: DayRollUp[] = []
  for (let at = 0; at < days.length; at += daysAtOnce) {
    const some = days.slice(at, at + daysAtOnce)
    const rollUps = await rolledUp(tx, some, shares, book)
    await upsertDeviceDays(tx, station.station_id, rollUps)
    const before = new Map(some.map(({ deviceNo, date, settled }) => [`${deviceNo} ${date}`, settled]))
    const settled = rollUps.map((day) => (day.date === today ? day : { ...day, settled: null }))
    await saveSettledDays(
      tx,
      settled.filter((day) => day.settled !== before.get(`${day.device_no} ${day.date}`)),
    )
    held.push(...rollUps.filter((rollUp) => rollUp.counter_before))
  }
  await holdCounters(tx, held)
}

/**
 * Maximum number of days per statement: writing the quarters, or reading the frames, of more days would take too long.
 */
const daysAtOnce = 400

async function rolledUp(
  tx: Transaction,
  days: readonly TouchedDay[],
  shares: StepShares,
  book: DayBook,
): Promise<DayRollUp[]> {
  const daysOf = new Map(days.map((day) => [`${day.deviceNo} ${day.date}`, day]))
  const rollUps: DayRollUp[] = []
  const whole: TouchedDay[] = []
  const morning: TouchedDay[] = []
  const turns = new Turns()
  for (const points of await findDayPoints(tx, days)) {
    const day = daysOf.get(`${points.device_no} ${points.date}`)
    const rollUp = day && rollUpDay(points, day, shares)
    if (rollUp) rollUps.push(rollUp)
    else if (day?.settled) whole.push({ ...day, settled: null })
    else if (day) morning.push(day)
    if (turns.isOver()) await turns.next()
  }
  whole.push(...(await withEvenings(tx, morning, shares.place, book)))
  return whole.length === 0 ? rollUps : [...rollUps, ...(await rolledUp(tx, whole, shares, book))]
}

interface RolledDevice {
  deviceNo: number
  ratedW: number
  /** The device sends a lifetime counter. */
  counts: boolean
}

export function touchedDay(day: LocalDay, { deviceNo, ratedW, counts }: RolledDevice, place: Place): TouchedDay {
  const light = daylightOf(day, place)
  return { ...day, deviceNo, ratedW, counts, sunrise: light?.from ?? null, sunset: light?.to ?? null }
}

async function findTouchedDays(
  tx: Transaction,
  station: StationPlace,
  book: DayBook,
  frames: readonly OwnFrame[],
): Promise<{ touched: TouchedDay[]; left: DeviceStretch[] }> {
  const windows = await windowsOf(frames, book)
  if (windows.length === 0) return { touched: [], left: [] }
  const deviceNos = [...new Set(windows.map((window) => window.deviceNo))]
  const counting = await findDevicesWithCounter(tx, deviceNos)
  const devices = windows.map((window) => ({ ...window, counts: counting.has(window.deviceNo) }))
  const reaches = await findFrameReach(tx, devices)
  const stretches = devices.map((device, index) => ({
    ...device,
    from: reaches[index]?.before ?? device.first,
    to: reaches[index]?.after ?? device.last,
  }))
  const reached = merged(stretches)
  const reachedDays = reached.reduce((days, { from, to }) => days + (to - from) / dayMs + 1, 0)
  if (reachedDays <= 3 * windows.length + maxDays) {
    const touched = await daysIn(stretches, book, station)
    return { touched: withSettled(touched, stretches, await findSettledDays(tx, deviceNos)), left: [] }
  }
  await forgetSettledDays(tx, deviceNos)
  const newest = stretches.toSorted((a, b) => b.last - a.last).slice(0, maxDays)
  const own = newest.map((stretch) => ({ ...stretch, from: stretch.first, to: stretch.last }))
  return { touched: await daysIn(own, book, station), left: reached }
}

/** A batch may have a frame on each day of twenty years: the loop yields to other work. */
async function daysIn(
  stretches: readonly (RolledDevice & DeviceStretch)[],
  book: DayBook,
  place: Place,
): Promise<TouchedDay[]> {
  const days = new Map<string, TouchedDay>()
  const turns = new Turns()
  for (const stretch of stretches) {
    if (turns.isOver()) await turns.next()
    for (const day of book.between(stretch.from, stretch.to)) {
      const key = `${stretch.deviceNo} ${day.date}`
      if (!days.has(key)) days.set(key, touchedDay(day, stretch, place))
    }
  }
  return [...days.values()]
}

/** Merges overlapping periods of a device. */
function merged(stretches: readonly DeviceStretch[]): DeviceStretch[] {
  const all: DeviceStretch[] = []
  for (const { deviceNo, from, to } of stretches.toSorted((a, b) => a.deviceNo - b.deviceNo || a.from - b.from)) {
    const last = all.at(-1)
    if (last?.deviceNo === deviceNo && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ deviceNo, from, to })
  }
  return all
}

/** Windows of each device and day; yields to other work. */
async function windowsOf(frames: readonly OwnFrame[], book: DayBook): Promise<Window[]> {
  const windows = new Map<string, Window>()
  const turns = new Turns()
  for (const { no, ratedW, frame } of frames) {
    if (turns.isOver()) await turns.next()
    const { date, to: dayEnd } = book.at(frame.at)
    const key = `${no} ${date}`
    const window = windows.get(key)
    if (!window) windows.set(key, { deviceNo: no, ratedW, first: frame.at, last: frame.at, dayEnd, frames: 1 })
    else {
      window.first = Math.min(window.first, frame.at)
      window.last = Math.max(window.last, frame.at)
      window.frames += 1
    }
  }
  return [...windows.values()]
}

import type { SensorFrame } from '@helioport/contract/ingest'
import { DayBook } from '@helioport/time/node'
import type { Transaction } from '../database/session.ts'
import type { StationPlace } from '../inventory/queries/place.ts'
import {
  findDayPoints,
  findDevicesWithCounter,
  findFrameReach,
  type TouchedDay,
  upsertDeviceDays,
  upsertStationDays,
} from './queries/roll-up.ts'
import { StepShares } from './energy.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { rollUpDay } from './roll-up-day.ts'
import { daylightOf } from '../figure/sun.ts'

/** Stretch of new frames of one device inside one local day. */
interface Window {
  deviceNo: number
  ratedW: number
  first: number
  last: number
}

/**
 * Computes every day anew that the batch can have changed: the days of its frames, those of the frames after them, and,
 * where the lifetime counter is sent, the days of the neighbouring counter points. Computed from the stored frames alone, so the order in which
 * batches arrive does not matter. Runs in the batch's transaction, under the station's lock.
 */
export async function rollUp(
  tx: Transaction,
  station: StationPlace,
  frames: readonly OwnFrame[],
  sensors: readonly SensorFrame[],
  now: number,
): Promise<void> {
  const book = new DayBook(station.time_zone)
  const touched = await findTouchedDays(tx, station, book, frames)
  if (touched.length > 0) {
    const shares = new StepShares(book, station)
    const daysOf = new Map(touched.map((day) => [`${day.deviceNo} ${day.date}`, day]))
    const rollUps = (await findDayPoints(tx, touched)).flatMap((points) => {
      const day = daysOf.get(`${points.device_no} ${points.date}`)
      return day ? [rollUpDay(points, day, shares)] : []
    })
    await upsertDeviceDays(tx, station.station_id, rollUps)
  }
  const dates = new Set(touched.map((day) => day.date))
  for (const { at } of sensors) dates.add(book.at(at).date)
  await upsertStationDays(tx, station.station_id, [...dates], now)
}

async function findTouchedDays(
  tx: Transaction,
  station: StationPlace,
  book: DayBook,
  frames: readonly OwnFrame[],
): Promise<TouchedDay[]> {
  const windows = [...windowsOf(frames, book).values()]
  if (windows.length === 0) return []
  const counting = await findDevicesWithCounter(tx, [...new Set(windows.map((window) => window.deviceNo))])
  const reaches = await findFrameReach(
    tx,
    windows.map((window) => ({ ...window, counts: counting.has(window.deviceNo) })),
  )

  const touched = new Map<string, TouchedDay>()
  for (const [index, window] of windows.entries()) {
    const reach = reaches[index]
    for (const day of book.between(reach?.before ?? window.first, reach?.after ?? window.last)) {
      const key = `${window.deviceNo} ${day.date}`
      if (touched.has(key)) continue
      const light = daylightOf(day, station)
      touched.set(key, {
        ...day,
        deviceNo: window.deviceNo,
        ratedW: window.ratedW,
        counts: counting.has(window.deviceNo),
        sunrise: light?.from ?? null,
        sunset: light?.to ?? null,
      })
    }
  }
  return [...touched.values()]
}

function windowsOf(frames: readonly OwnFrame[], book: DayBook): Map<string, Window> {
  const windows = new Map<string, Window>()
  for (const { no, ratedW, frame } of frames) {
    const key = `${no} ${book.at(frame.at).date}`
    const window = windows.get(key)
    if (!window) windows.set(key, { deviceNo: no, ratedW, first: frame.at, last: frame.at })
    else if (frame.at < window.first) window.first = frame.at
    else if (frame.at > window.last) window.last = frame.at
  }
  return windows
}

import type { HistoryImport } from '@helioport/contract'
import { addDays, DayBook } from '@helioport/time/node'
import { markSilencesDue } from '../alarm/queries/silence.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { computeDueRollUps } from '../energy/kept/due-roll-ups.ts'
import { rollUp } from '../energy/kept/roll-up.ts'
import { markSensorDaysDue, saveMonth } from '../energy/queries/day-analysis.ts'
import { upsertStationDays } from '../energy/queries/roll-up.ts'
import { findPlaces, type StationPlace } from '../inventory/queries/place.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { lockStation, upsertLatest, upsertSensorLatest } from '../telemetry/queries/frames.ts'
import { findImport, setState } from './queries/history-import.ts'
import {
  findRemaining,
  findNewest,
  forgetDeviceDays,
  forgetLatest,
  forgetSensorLatest,
  markOpenDaysDue,
  trimDays,
} from './queries/rest.ts'
import {
  deleteImported,
  findStretch,
  findUndoing,
  hasDueRollUps,
  holdUndoing,
  type ImportStretch,
  noteTakenOut,
  type UndoneImport,
} from './queries/undo.ts'
import { showImport, undoMs } from './show-import.ts'

const dayMs = 86_400_000
/** Days that one transaction takes out and computes. */
const portion = 31

/**
 * Marks the rows of an import to be taken out; idempotent.
 * @throws Problem notFound, import.undoEnded
 */
export async function undoImport(service: Service, stationId: string, importId: string): Promise<HistoryImport> {
  const own = await findImport(service.db.read, stationId, importId)
  if (!own) throw new Problem('notFound')
  if (own.state === 'undoing' || own.state === 'undone') return showImport(own)
  if (service.now() > own.at + undoMs) throw new Problem('import.undoEnded')
  const undoing = await service.db.transaction((tx) => setState(tx, own.no, ['sending', 'done'], 'undoing'))
  return showImport(undoing ?? own)
}

/**
 * Takes out rows of imports that are being undone, the newest first, and computes anew what depends on them, until
 * nothing is left or `budgetMs` is spent. What is left is stored in the rows: a crash, or a second process, does no
 * harm.
 */
export async function takeOutImports(service: Service, budgetMs = 700): Promise<void> {
  const started = performance.now()
  do {
    const own = await findUndoing(service.db.read)
    if (!own) return
    const isLast = await service.db.transaction(async (tx) => {
      await lockStation(tx, own.station_id)
      if (!(await holdUndoing(tx, own.no))) return false
      const stretch = await findStretch(tx, own.no)
      if (stretch) await takeOut(tx, own.no, stretch, service.now())
      else if (await hasDueRollUps(tx, own.station_id)) return true
      else await finish(tx, own, service.now())
      return false
    })
    if (isLast) await computeDueRollUps(service)
  } while (performance.now() - started < budgetMs)
}

async function takeOut(tx: Transaction, importNo: number, stretch: ImportStretch, now: number): Promise<void> {
  const { device_no: deviceNo, first_ts: first, left_ts: left } = stretch
  const nos = new Set(deviceNo === null ? [] : [deviceNo])
  const [place] = await findPlaces(tx, nos, deviceNo === null ? stretch.logger_station : null)
  if (left < first) {
    if (deviceNo !== null && place) await joinEnds(tx, deviceNo, stretch, place, now)
    await noteTakenOut(tx, importNo, stretch, null)
    return
  }
  const from = Math.max(first, left - portion * dayMs)
  const gone = await deleteImported(tx, importNo, stretch, from, left)
  await noteTakenOut(tx, importNo, stretch, from - 1)
  if (gone.length === 0) return
  if (deviceNo === null) await withoutReadings(tx, stretch, place, gone, now)
  else await withoutFrames(tx, deviceNo, stretch.rated_power_w, place, gone, now)
}

/** The frames before and after the whole stretch become neighbours again. */
async function joinEnds(
  tx: Transaction,
  deviceNo: number,
  { rated_power_w: ratedW, first_ts: from, last_ts: to }: ImportStretch,
  place: StationPlace,
  now: number,
): Promise<void> {
  const { before, after } = await findRemaining(tx, deviceNo, { from, to })
  const book = new DayBook(place.time_zone)
  const beside = [before, after].filter((at) => at !== null)
  await rollUp(tx, place, endsOfDays(beside, deviceNo, ratedW, book), [], now)
}

async function withoutReadings(
  tx: Transaction,
  { logger_no: no, logger_station }: ImportStretch,
  place: StationPlace | undefined,
  gone: readonly number[],
  now: number,
): Promise<void> {
  const newest = await forgetSensorLatest(tx, no, gone)
  if (newest !== null) await upsertSensorLatest(tx, no, newest)
  if (place)
    await rollUp(
      tx,
      place,
      [],
      gone.map((at) => ({ at })),
      now,
    )
  const span = { first: gone[0] ?? 0, last: gone.at(-1) ?? 0 }
  await markSensorDaysDue(tx, { no, station_id: logger_station }, span, now)
}

async function withoutFrames(
  tx: Transaction,
  deviceNo: number,
  ratedW: number,
  place: StationPlace | undefined,
  gone: readonly number[],
  now: number,
): Promise<void> {
  if (await forgetLatest(tx, deviceNo, gone)) {
    const { last, lastCounter } = await findNewest(tx, deviceNo)
    if (last !== null) await upsertLatest(tx, [{ deviceNo, first: last, last, lastCounter, isRising: true }])
  }
  // The device has no station: its days are computed when it gets one.
  if (!place) return
  const book = new DayBook(place.time_zone)
  const [first = 0, last = 0] = [gone[0], gone.at(-1)]
  const days = book.between(first, last)
  const dates = [...new Set(gone.map((at) => book.at(at).date))]
  await forgetDeviceDays(tx, deviceNo, dates)
  const { inside } = await findRemaining(tx, deviceNo, { from: days[0]?.from ?? first, to: days.at(-1)?.to ?? last })
  await rollUp(tx, place, endsOfDays(inside, deviceNo, ratedW, book), [], now)
  await upsertStationDays(tx, place.station_id, dates, now)
  await markSilencesDue(tx, [{ deviceNo, first, last }])
}

/** First and last frame of each day: enough for the roll-up to know which days there are. */
function endsOfDays(instants: readonly number[], no: number, ratedW: number, book: DayBook): OwnFrame[] {
  const byDay = Map.groupBy(instants, (at) => book.at(at).date)
  return [...byDay.values()].flatMap((own) =>
    [...new Set([own[0] ?? 0, own.at(-1) ?? 0])].map((at) => ({ no, ratedW, frame: { serial: '', at } })),
  )
}

/** No row of the import is left: deletes days that only it reached, and marks days due that depended on its days. */
async function finish(tx: Transaction, own: UndoneImport, now: number): Promise<void> {
  const first = await trimDays(tx, own.station_id)
  if (first !== null) {
    await saveMonth(tx, own.station_id, first)
    const [place] = await findPlaces(tx, new Set(), own.station_id)
    const reached = place && own.first_ts !== null ? new DayBook(place.time_zone).at(own.first_ts).date : first
    await markOpenDaysDue(tx, own.station_id, addDays(reached, -1), now)
  }
  await setState(tx, own.no, ['undoing'], 'undone', now)
}

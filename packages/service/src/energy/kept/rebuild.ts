import { DayBook } from '@helioport/time/node'
import type { Transaction } from '../../database/session.ts'
import { lockStation } from '../../telemetry/queries/frames.ts'
import { claimRebuild, deleteDays, findSampleInstants, type RebuildTurn, setRebuild } from '../queries/rebuild.ts'
import { findDates } from '../../inventory/queries/device-edit.ts'
import { upsertStationDays } from '../queries/roll-up.ts'
import type { Service } from '../../base/service.ts'
import type { OwnFrame } from '../../telemetry/judge-frames.ts'
import { rollUp } from './roll-up.ts'

/** Days of samples that one transaction computes. */
const portion = 31

/**
 * Computes days of devices anew from their samples, until none is left or `budgetMs` is spent: of devices that came to
 * a station, or whose station got another zone or position. The rows store what is left.
 */
export async function rebuildDays(service: Service, budgetMs = 700): Promise<void> {
  const started = performance.now()
  let more = true
  while (more && performance.now() - started < budgetMs) {
    more = await service.db.transaction(async (tx) => {
      const turn = await claimRebuild(tx)
      if (!turn) return false
      await lockStation(tx, turn.station_id)
      await rebuildPortion(tx, turn, service.now())
      return true
    })
  }
}

async function rebuildPortion(tx: Transaction, turn: RebuildTurn, now: number): Promise<void> {
  const { device_no: no, rated_power_w: ratedW } = turn
  const book = new DayBook(turn.time_zone)
  const instants = await findSampleInstants(tx, no, turn.from_ts, portion)
  const [first, last] = [instants[0], instants.at(-1)]
  if (first === undefined || last === undefined) return setRebuild(tx, no, null)
  if (turn.from_ts === 0) {
    const before = await findDates(tx, [no])
    await deleteDays(tx, no, book.at(first).date, first)
    await upsertStationDays(tx, turn.station_id, before, now)
  }
  await rollUp(tx, turn, ends(instants, no, ratedW, book), [], now)
  await setRebuild(tx, no, last + 1)
}

/** First and last frame of each day: enough for the roll-up to know which days there are. */
function ends(instants: readonly number[], no: number, ratedW: number, book: DayBook): OwnFrame[] {
  const byDay = Map.groupBy(instants, (at) => book.at(at).date)
  return [...byDay.values()].flatMap((own) =>
    [own[0], own.at(-1)].flatMap((at) =>
      at === undefined ? [] : [{ no, ratedW, frame: { serial: '', at, mode: 0, errorWord: 0 } }],
    ),
  )
}

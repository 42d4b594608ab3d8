import { addDays, DayBook } from '@helioport/time/node'
import type { Service } from '../../base/service.ts'
import type { Transaction } from '../../database/session.ts'
import { lockStation } from '../../telemetry/queries/frames.ts'
import { claimDueRollUp, type DueRollUp, shortenDueRollUp } from '../queries/due-roll-up.ts'
import { findDevicesWithCounter, upsertStationDays } from '../queries/roll-up.ts'
import { computeDays, touchedDay } from './roll-up.ts'

/** Days that one transaction computes. */
const portion = 31

/**
 * Computes days that batches left to this job, newest first, until none is left or `budgetMs` is spent. The rows store
 * what is left, so a crash or a second process does no harm.
 */
export async function computeDueRollUps(service: Service, budgetMs = 700): Promise<void> {
  const started = performance.now()
  let more = true
  while (more && performance.now() - started < budgetMs) {
    more = await service.db.transaction(async (tx) => {
      const due = await claimDueRollUp(tx)
      if (!due) return false
      await lockStation(tx, due.station_id)
      await computePortion(tx, due, service.now())
      return true
    })
  }
}

async function computePortion(tx: Transaction, due: DueRollUp, now: number): Promise<void> {
  const book = new DayBook(due.time_zone)
  const first = book.at(due.from_ts)
  const last = book.at(due.to_ts)
  const start = addDays(last.date, 1 - portion)
  const days = book.between(start > first.date ? book.of(start).from : due.from_ts, due.to_ts)
  const counting = await findDevicesWithCounter(tx, [due.device_no])
  const device = { deviceNo: due.device_no, ratedW: due.rated_power_w, counts: counting.has(due.device_no) }
  await computeDays(
    tx,
    due,
    book,
    days.map((day) => touchedDay(day, device, due)),
    now,
  )
  await upsertStationDays(
    tx,
    due.station_id,
    days.map(({ date }) => date),
    now,
  )
  const [oldest = first] = days
  await shortenDueRollUp(tx, due, oldest.from > due.from_ts ? oldest.from - 1 : null)
}

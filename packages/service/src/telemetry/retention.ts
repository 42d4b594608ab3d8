import { addDays, dayAt, movePeriod } from '@helioport/time/node'
import { importUndoDays } from '@helioport/contract'
import { isLockBusy } from '../database/errors.ts'
import { keepDayValues } from './day-values.ts'
import { keepCurves } from './keep-curves.ts'
import {
  canBeUndone,
  clusterRawMonth,
  deleteEnded,
  dropRawMonth,
  findRawMonths,
  forgetQuarters,
  hasArrivals,
} from './queries/retention.ts'
import type { Retention, Service } from '../base/service.ts'

/** Raw samples are kept for 90 days, quarter-hours and days for ever. */
export const usualRetention: Retention = { rawDays: 90, quarterDays: Infinity, arrivedDays: 3 }
/** Days after which a month is settled: data of its last hours arrives late. */
const settledDays = 3
const portion = 2000
/** Logs of sign-ins are kept for a year. */
const logDays = 366
/** The same as for rows of delivered messages (message/outbox.ts). */
const outboxDays = 90
const dayMs = 86_400_000
/** Months with an import are kept as long as the import can be undone. */
const undoMs = importUndoDays * dayMs

/** Deletes data beyond its retention: raw samples by whole months, quarter-hours in batches. */
export async function forgetOld(service: Service): Promise<void> {
  const { rawDays, quarterDays, arrivedDays = 0 } = service.settings.retention ?? usualRetention
  const today = dayAt(service.now(), 'UTC')
  for (const month of await findRawMonths(service.db.read)) {
    if (monthAfter(month.month) > addDays(today, -rawDays)) continue
    const since = service.now() - arrivedDays * dayMs
    if (arrivedDays > 0 && (await hasArrivals(service.db.read, month.month, since))) continue
    if (await canBeUndone(service.db.read, month.month, service.now() - undoMs)) continue
    if (month.parent === 'device_sample') {
      await keepCurves(service, month.month)
      await keepDayValues(service)
    }
    await service.db
      .transaction((tx) => dropRawMonth(tx, month))
      .catch((error: unknown) => {
        if (!isLockBusy(error)) throw error
      })
  }
  if (quarterDays === Infinity) return
  const before = addDays(today, -quarterDays)
  while ((await service.db.transaction((tx) => forgetQuarters(tx, before, portion))) >= portion);
}

/** Rewrites one past month in the order in which pages read it; frames that arrive later are stored out of order. */
export async function clusterClosed(service: Service): Promise<void> {
  const settled = addDays(dayAt(service.now(), 'UTC'), -settledDays)
  const months = await findRawMonths(service.db.read)
  const next = months.findLast(({ is_clustered, month }) => !is_clustered && monthAfter(month) <= settled)
  if (next) await service.db.transaction((tx) => clusterRawMonth(tx, next))
}

/** Deletes expired rows (sessions, codes, links, attempts), logs of sign-ins after a year, and old outbox files. */
export async function forgetEnded(service: Service): Promise<void> {
  const now = service.now()
  await service.db.transaction((tx) => deleteEnded(tx, now, now - logDays * dayMs))
  await service.courier.forget(now - outboxDays * dayMs)
}

const monthAfter = (month: string) => movePeriod('month', month, 1)

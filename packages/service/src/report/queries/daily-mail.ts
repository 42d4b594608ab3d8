import type { DailyMail } from '@helioport/contract'
import { dayAt, minuteOfDay } from '@helioport/time/node'
import { builder, type Session, type Transaction } from '../../database/session.ts'

const choiceOf = { service: 'account.daily_service', report: 'account.daily_report' } as const

/**
 * Accounts whose local clock is past the hour of a daily mail that they want and have not had today, with their local
 * day. `hour`: of the day, by the account's own offset.
 */
export async function findDueDailyMails(db: Session, kind: DailyMail, hour: number, now: number) {
  const accounts = await builder(db)
    .selectFrom('account')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .selectAll('account')
    .where(choiceOf[kind], '=', true)
    .execute()
  const due = accounts.flatMap((account) => {
    const local = now + account.time_zone_offset * 60_000
    return minuteOfDay(local, 'UTC') < hour * 60 ? [] : [{ account, day: dayAt(local, 'UTC') }]
  })
  if (due.length === 0) return []
  const had = await builder(db)
    .selectFrom('daily_mail')
    .select(['account_id', 'day'])
    .where('kind', '=', kind)
    .where('day', 'in', [...new Set(due.map(({ day }) => day))])
    .execute()
  const done = new Set(had.map((row) => `${row.account_id} ${row.day}`))
  return due.filter(({ account, day }) => !done.has(`${account.id} ${day}`))
}

/** Marks a day's mail as sent; of several concurrent callers only one gets true. */
export async function takeDay(tx: Transaction, accountId: string, kind: DailyMail, day: string): Promise<boolean> {
  const taken = await builder(tx)
    .insertInto('daily_mail')
    .values({ account_id: accountId, kind, day })
    .onConflict((on) => on.doNothing())
    .returning('day')
    .execute()
  return taken.length > 0
}

import { offlineAfterIntervals } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

/** Counts per account, with no other data of it. A device is offline when its newest frame is three intervals old. */
export async function findAccountsHealth(
  db: Session,
  filter: { accountId?: string; search?: string },
  now: number,
  window: { limit: number; offset: number },
) {
  const pattern = filter.search && likeOf(filter.search)
  const chosen = builder(db)
    .selectFrom('account')
    .$if(filter.accountId !== undefined, (query) => query.where('account.id', '=', filter.accountId ?? ''))
    .$if(Boolean(pattern), (query) => query.where('account.user_name', 'ilike', pattern ?? ''))
  const { total } = await chosen.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const count = (of: string) => sql<number>`(select count(*) from ${sql.raw(of)})`
  const rows = await chosen
    .select(['account.id', 'account.user_name'])
    .select(sql<boolean>`account.id in (select id from active_account)`.as('is_active'))
    .select([
      count('station where station.account_id = account.id').as('stations'),
      count('device join station on station.id = device.station_id where station.account_id = account.id').as(
        'devices',
      ),
      sql<number>`(select count(*) from device join station on station.id = device.station_id
        join device_latest latest on latest.device_no = device.no
        where station.account_id = account.id and latest.ts + (${offlineAfterIntervals} * latest.interval_s + latest.lag_s) * interval '1 second' > ${instant(now)})`.as(
        'devices_online',
      ),
      sql<number | null>`(select min(logger.last_batch_at) from logger join station on station.id = logger.station_id
        where station.account_id = account.id)`.as('oldest_batch_at'),
      count('message where message.account_id = account.id and failed_at is not null').as('failed'),
      count(`message where message.account_id = account.id and failed_at is null and sent_at is null and tries > 0`).as(
        'delayed',
      ),
    ])
    .orderBy('account.created_at')
    .orderBy('account.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return { rows, total }
}

export async function setDisabled(tx: Transaction, accountId: string, disabledAt: number | null): Promise<void> {
  await builder(tx)
    .updateTable('account')
    .set({ disabled_at: disabledAt === null ? null : new Date(disabledAt) })
    .where('id', '=', accountId)
    .execute()
}

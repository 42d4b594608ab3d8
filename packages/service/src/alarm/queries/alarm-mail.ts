import type { PageLocale } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** A message that an account is due about a group: that it was raised, or that it is over. */
export interface PendingMail {
  account_id: string
  group_id: string
  is_told: boolean
  is_over: boolean
}

/** Waits before the end of an alarm is told: that it does not come back, and at most how long for its losses. */
const settledMs = 10 * 60_000
const pricedMs = 40 * 60_000

/** Messages that are due about groups, to one account or to all. */
export async function findPendingMails(db: Session, now: number, accountId: string | null): Promise<PendingMail[]> {
  const { rows } = await query<PendingMail>(
    db,
    `select alarm_mail.account_id, alarm_mail.group_id, told_at is not null as is_told,
       span.cleared_at is not null as is_over
     from alarm_mail cross join lateral (
       select case when bool_or(cleared_at is null) then null else max(cleared_at) end as cleared_at,
         bool_and(losses_at is not null and losses_at >= cleared_at) as is_priced, min(raised_at) as raised_at
       from alarm where alarm.group_id = alarm_mail.group_id and not is_echo
     ) span
     where not is_done and ($1::uuid is null or alarm_mail.account_id = $1)
       and (told_at is null or span.cleared_at <= $2 and (is_priced or span.cleared_at <= $3))
     order by span.raised_at, alarm_mail.group_id`,
    [accountId, new Date(now - settledMs), new Date(now - pricedMs)],
  )
  return rows
}

export interface Listener {
  id: string
  email: string | null
  user_name: string
  mail_locale: PageLocale
  time_zone_offset: number
  quiet_from: number | null
  quiet_to: number | null
  quiet_zone: string | null
  /** False: alarms go to its push devices alone. */
  alarms_by_mail: boolean
  mail_faults: boolean
  mail_notices: boolean
  /** Stations whose alarms the account does not want. */
  muted: string[]
}

/** Locks the account for this transaction: the mails of an hour are counted by one transaction at a time. */
export async function lockListener(tx: Transaction, accountId: string): Promise<Listener | undefined> {
  const { rows } = await query<Listener>(
    tx,
    `select id, email, user_name, mail_locale, time_zone_offset, quiet_from, quiet_to, quiet_zone, alarms_by_mail,
       mail_faults, mail_notices,
       array(select station_id from muted_station where account_id = account.id) as muted
     from account where id = $1 and id in (select id from active_account) for no key update`,
    [accountId],
  )
  return rows[0]
}

/** Mails about single alarms since `since`, and when the newest digest was queued. */
export async function countAlarmMails(tx: Transaction, accountId: string, since: number) {
  const { rows } = await query<{ singles: number; digest_at: number | null }>(
    tx,
    `select count(*) filter (where kind in ('alarm', 'alarmOver') and created_at > $2) as singles,
       max(created_at) filter (where kind = 'alarmDigest') as digest_at
     from message where account_id = $1 and kind in ('alarm', 'alarmOver', 'alarmDigest') and created_at > $2
       and not is_sample`,
    [accountId, new Date(since)],
  )
  return rows[0] ?? { singles: 0, digest_at: null }
}

export async function insertAlarmMails(tx: Transaction, groupId: string, accountIds: readonly string[]) {
  await query(
    tx,
    `insert into alarm_mail (group_id, account_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
    [groupId, accountIds],
  )
}

/** `isDone`: nothing more will be told about the group. */
export async function noteNotified(
  tx: Transaction,
  accountId: string,
  groupId: string,
  now: number,
  isDone: boolean,
): Promise<void> {
  await query(
    tx,
    `update alarm_mail set told_at = coalesce(told_at, $3), is_done = $4 where account_id = $1 and group_id = $2`,
    [accountId, groupId, new Date(now), isDone],
  )
}

/** Accounts that were told of a merged group are told when the group that took it over ends. */
export async function moveAlarmMails(tx: Transaction, from: readonly string[], to: string): Promise<void> {
  await query(
    tx,
    `insert into alarm_mail (group_id, account_id, told_at, is_done)
     select $2, account_id, min(told_at), bool_and(is_done) from alarm_mail where group_id = any($1::uuid[])
     group by account_id on conflict do nothing`,
    [from, to],
  )
}

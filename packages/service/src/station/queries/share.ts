import type { PageLocale, ShareRight } from '@helioport/contract'
import { sql } from 'kysely'
import type { PageAsk } from '../../base/page-end.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export type ShareRow = Awaited<ReturnType<typeof findShares>>[number]

const shares = (db: Session) =>
  builder(db)
    .selectFrom('station_share')
    .innerJoin('station', 'station.id', 'station_share.station_id')
    .innerJoin('account as owner', 'owner.id', 'station.account_id')
    .leftJoin('account as invited', 'invited.id', 'station_share.account_id')
    .select([
      'station_share.id',
      'station_share.station_id',
      'station_share.account_id',
      'station_share.name',
      'station_share.rights',
      'station_share.ends_at',
      'station_share.created_at',
      'station_share.accepted_at',
      'station_share.declined_at',
      'station_share.offered_until',
      'station.name as station_name',
      'station.time_zone',
      'owner.id as owner_id',
      'owner.user_name as owner_name',
      'invited.user_name as invited_name',
      'invited.nickname as invited_nickname',
    ])
    .orderBy('station_share.created_at', 'desc')
    .orderBy('station_share.id')

/**
 * Whether a share belongs to the account: it names the account, or it was offered to one of its mail addresses and the
 * offer has not expired. An address is bound to an account only after a proof that the person reads its mail. Addresses
 * of sub-accounts do not count: the main account enters them without such a proof.
 */
const isFor = (accountId: string, now: number) => sql<boolean>`(
  station_share.account_id = ${accountId}::uuid
  or (station_share.account_id is null and station_share.offered_until > ${instant(now)} and exists (
    select from email join account on account.id = email.account_id
    where email.account_id = ${accountId}::uuid and account.main_account_id is null
      and lower(email.email) = lower(station_share.name))
    and not exists (
      select from station where station.id = station_share.station_id and station.account_id = ${accountId}::uuid)))`

/** Shares and invitations of a station, newest first. */
export async function findShares(db: Session, stationId: string, shareId?: string) {
  return shares(db)
    .where('station_share.station_id', '=', stationId)
    .$if(shareId !== undefined, (query) => query.where('station_share.id', '=', shareId ?? ''))
    .execute()
}

/** Whether anybody is given this very station: by a share, an invitation, or as a sub-account of some stations. */
export async function isGiven(db: Session, stationId: string): Promise<boolean> {
  const { rows } = await sql<{ is_given: boolean }>`
    select exists (select from station_share where station_id = ${stationId}::uuid and declined_at is null)
      or exists (select from sub_account_station where station_id = ${stationId}::uuid) as is_given`.execute(
    builder(db),
  )
  return rows[0]?.is_given ?? false
}

/** One page of the shares and invitations of all stations of the account, newest first, and their total. */
export async function findOutgoingShares(db: Session, ownerId: string, { limit, offset }: PageAsk) {
  const own = builder(db)
    .selectFrom('station_share')
    .innerJoin('station', 'station.id', 'station_share.station_id')
    .where('station.account_id', '=', ownerId)
  // Names of people are looked up only for the shares of the page.
  const shown = own
    .select('station_share.id')
    .orderBy('station_share.created_at', 'desc')
    .orderBy('station_share.id')
    .limit(limit)
    .offset(offset)
  const [rows, total] = await Promise.all([
    shares(db).where('station_share.id', 'in', shown).execute(),
    countOf(own.select((of) => of.fn.countAll<number>().as('count'))),
  ])
  return { rows, total }
}

const incoming = (db: Session, accountId: string, now: number) =>
  builder(db)
    .selectFrom('station_share')
    .where(isFor(accountId, now))
    .where('station_share.declined_at', 'is', null)
    .where((where) =>
      where.or([where('station_share.ends_at', 'is', null), where('station_share.ends_at', '>', instant(now))]),
    )

/** A share or an invitation for the account, neither declined nor ended at `now`. */
export async function findIncomingShare(db: Session, accountId: string, now: number, shareId: string) {
  const own = incoming(db, accountId, now).select('station_share.id').where('station_share.id', '=', shareId)
  return shares(db).where('station_share.id', 'in', own).executeTakeFirst()
}

/** One page of them, and their total: invitations first, each newest first. */
export async function findIncomingShares(db: Session, accountId: string, now: number, { limit, offset }: PageAsk) {
  const own = incoming(db, accountId, now)
  const isOpen = sql`station_share.accepted_at is null`
  const shown = own
    .select('station_share.id')
    .orderBy(isOpen, 'desc')
    .orderBy('station_share.created_at', 'desc')
    .orderBy('station_share.id')
    .limit(limit)
    .offset(offset)
  const [rows, total] = await Promise.all([
    shares(db)
      .clearOrderBy()
      .where('station_share.id', 'in', shown)
      .orderBy(isOpen, 'desc')
      .orderBy('station_share.created_at', 'desc')
      .orderBy('station_share.id')
      .execute(),
    countOf(own.select((of) => of.fn.countAll<number>().as('count'))),
  ])
  return { rows, total }
}

async function countOf(counted: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }): Promise<number> {
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** The account with this user name, ignoring case. */
export async function findInvited(db: Session, userName: string) {
  return builder(db)
    .selectFrom('account')
    .select(['id', 'main_account_id', 'activated_at'])
    .where(sql`lower(user_name)`, '=', sql`lower(${userName})`)
    .executeTakeFirst()
}

/** A new invitation replaces a declined one. */
export async function insertShare(
  tx: Transaction,
  share: {
    stationId: string
    accountId: string | null
    name: string
    rights: readonly ShareRight[]
    endsAt: number | null
    /** End of the offer where `name` is a mail address, epoch ms; else null. */
    offeredUntil: number | null
    /** Language of the inviter, until a mail has told of the share; null: no mail is due. */
    mailLocale: PageLocale | null
    now: number
  },
) {
  const trx = builder(tx)
  await trx
    .deleteFrom('station_share')
    .where('station_id', '=', share.stationId)
    .where('declined_at', 'is not', null)
    .where((where) =>
      where.or([where('account_id', '=', share.accountId), where(sql`lower(name)`, '=', sql`lower(${share.name})`)]),
    )
    .execute()
  return trx
    .insertInto('station_share')
    .values({
      station_id: share.stationId,
      account_id: share.accountId,
      name: share.name,
      rights: [...share.rights],
      ends_at: share.endsAt === null ? null : new Date(share.endsAt),
      created_at: new Date(share.now),
      accepted_at: null,
      offered_until: share.offeredUntil === null ? null : new Date(share.offeredUntil),
      mail_locale: share.mailLocale,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Takes one share whose mail is due. The commit of `tx` clears the mark, also where the caller sends no mail. */
export async function takeUntoldShare(tx: Transaction) {
  const taken = await builder(tx)
    .selectFrom('station_share')
    .select(['id', 'mail_locale'])
    .where('mail_locale', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!taken?.mail_locale) return
  await builder(tx).updateTable('station_share').set({ mail_locale: null }).where('id', '=', taken.id).execute()
  const row = await shares(tx).where('station_share.id', '=', taken.id).executeTakeFirstOrThrow()
  return { ...row, mail_locale: taken.mail_locale }
}

export async function updateShare(
  tx: Transaction,
  { stationId, shareId }: { stationId: string; shareId: string },
  terms: { rights: readonly ShareRight[]; endsAt: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await builder(tx)
    .updateTable('station_share')
    .set({ rights: [...terms.rights], ends_at: terms.endsAt === null ? null : new Date(terms.endsAt) })
    .where('id', '=', shareId)
    .where('station_id', '=', stationId)
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accepts an invitation that is open at `now`; of concurrent calls only one succeeds. */
export async function acceptInvitation(tx: Transaction, accountId: string, shareId: string, now: number) {
  const at = new Date(now)
  const { numUpdatedRows } = await builder(tx)
    .updateTable('station_share')
    .set({ accepted_at: at, account_id: accountId })
    .where('id', '=', shareId)
    .where(isFor(accountId, now))
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', instant(now))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteShare(tx: Transaction, stationId: string, shareId: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('station_share')
    .where('id', '=', shareId)
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Declines an invitation or gives a share back; of concurrent calls only one succeeds. */
export async function declineShare(tx: Transaction, accountId: string, shareId: string, now: number) {
  const { numUpdatedRows } = await builder(tx)
    .updateTable('station_share')
    .set({ declined_at: new Date(now), accepted_at: null, account_id: accountId })
    .where('id', '=', shareId)
    .where(isFor(accountId, now))
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

import {
  type IncomingShare,
  type PageLocale,
  shareOfferDays,
  type OutgoingShare,
  type Share,
  type ShareChange,
  type RowResult,
  type ShareInput,
  type ShareRight,
  shareRights,
} from '@helioport/contract'
import { addDays, iso, localDay, localDayAt } from '@helioport/time/node'
import { violatedUnique } from '../../database/errors.ts'
import {
  acceptInvitation,
  declineShare,
  deleteShare,
  findIncomingShare,
  findIncomingShares,
  findInvited,
  findOutgoingShares,
  findShares,
  insertShare,
  type ShareRow,
  updateShare,
} from '../queries/share.ts'
import { findOwned } from '../queries/tag.ts'
import { countMail, type Inviter } from './share-mail.ts'
import { findStationZone } from '../../inventory/queries/station.ts'
import type { Service } from '../../base/service.ts'
import { type Listed, type PageQuery, windowOf } from '../../base/page.ts'
import { Problem } from '../../base/problem.ts'

type Terms = Pick<ShareInput, 'rights' | 'endsOn'>

/**
 * Invites an account by its user name, or the reader of a mail address. The reply does not reveal whether the account
 * exists: an unknown name, an inactive account and a sub-account of another account are stored, answered and listed as
 * an invitation that nobody has accepted yet. A person who takes the user name later is not invited; a person who
 * proves later that they read the mail of the address is. `locale`: the inviter's language for the mail; null: no mail.
 * @throws Problem share.self, share.ownSubAccount, share.exists, share.endsInPast, request.tooMany
 */
export async function invite(
  service: Service,
  inviter: Inviter,
  stationId: string,
  input: ShareInput,
  locale: PageLocale | null,
): Promise<Share> {
  const { userName: name, rights } = input
  const endsAt = await endOf(service, stationId, input)
  const accountId = isAddress(name) ? null : await findInvitedId(service, inviter, name)
  const now = service.now()
  const offeredUntil = isAddress(name) ? now + shareOfferDays * 86_400_000 : null
  const terms = { rights: withView(rights), endsAt, offeredUntil }
  try {
    const { id } = await service.db.transaction(async (tx) => {
      const mayTell = locale !== null && (await countMail(service, tx, inviter, name))
      return insertShare(tx, { stationId, accountId, name, ...terms, mailLocale: mayTell ? locale : null, now })
    })
    return await getShare(service, stationId, id)
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('share.exists', { cause: error })
    throw error
  }
}

const isAddress = (name: string) => name.includes('@')

/**
 * Sends the same invitation for several own stations. Each is handled alone: a refusal of one does not stop the others.
 * One mail tells of all of them.
 */
export async function inviteToMany(
  service: Service,
  inviter: Inviter,
  { stationIds, ...input }: ShareInput & { stationIds: readonly string[] },
  locale: PageLocale,
): Promise<RowResult[]> {
  const owned = await findOwned(service.db.read, inviter.accountId, stationIds)
  const results: RowResult[] = []
  for (const stationId of stationIds) {
    const mailLocale = results.some(({ errorCode }) => errorCode === null) ? null : locale
    results.push({ stationId, errorCode: await refusalOf(service, inviter, stationId, input, mailLocale, owned) })
  }
  return results
}

async function refusalOf(
  service: Service,
  inviter: Inviter,
  stationId: string,
  input: ShareInput,
  locale: PageLocale | null,
  owned: ReadonlySet<string>,
) {
  if (!owned.has(stationId)) return 'access.denied'
  try {
    await invite(service, inviter, stationId, input, locale)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Null: no account that a share could be given to. @throws Problem share.self, share.ownSubAccount */
async function findInvitedId(service: Service, inviter: Inviter, userName: string): Promise<string | null> {
  const invited = await findInvited(service.db.read, userName)
  if (invited?.id === inviter.accountId) throw new Problem('share.self')
  if (invited?.main_account_id === inviter.accountId) throw new Problem('share.ownSubAccount')
  return invited && invited.main_account_id === null && invited.activated_at !== null ? invited.id : null
}

export async function listShares(service: Service, stationId: string): Promise<Share[]> {
  const now = service.now()
  return (await findShares(service.db.read, stationId)).map((row) => toShare(row, now))
}

/** @throws Problem notFound, conflict (it was declined), share.endsInPast */
export async function changeShare(
  service: Service,
  named: { stationId: string; shareId: string },
  change: ShareChange,
): Promise<Share> {
  const terms = { rights: withView(change.rights), endsAt: await endOf(service, named.stationId, change) }
  const done = await service.db.transaction((tx) => updateShare(tx, named, terms))
  const share = await getShare(service, named.stationId, named.shareId)
  if (!done) throw new Problem('conflict')
  return share
}

/** @throws Problem notFound */
export async function removeShare(
  service: Service,
  { stationId, shareId }: { stationId: string; shareId: string },
): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteShare(tx, stationId, shareId)))) throw new Problem('notFound')
}

/** Shares and invitations of all own stations. */
export async function listOutgoingShares(
  service: Service,
  accountId: string,
  page: PageQuery,
): Promise<Listed<OutgoingShare>> {
  const now = service.now()
  const { rows, total } = await findOutgoingShares(service.db.read, accountId, windowOf(page))
  return { data: rows.map((row) => ({ ...toShare(row, now), stationName: row.station_name })), total }
}

export async function listIncomingShares(
  service: Service,
  accountId: string,
  page: PageQuery,
): Promise<Listed<IncomingShare>> {
  const now = service.now()
  const { rows, total } = await findIncomingShares(service.db.read, accountId, now, windowOf(page))
  return { data: rows.map((row) => toIncoming(row, now)), total }
}

/**
 * Accepts an invitation, once.
 * @throws Problem notFound, conflict (accepted before, or expired)
 */
export async function acceptShare(service: Service, accountId: string, shareId: string): Promise<IncomingShare> {
  const now = service.now()
  const done = await service.db.transaction((tx) => acceptInvitation(tx, accountId, shareId, now))
  const row = await findIncomingShare(service.db.read, accountId, now, shareId)
  if (!row) throw new Problem('notFound')
  if (!done) throw new Problem('conflict')
  return toIncoming(row, now)
}

/**
 * Declines an invitation or gives a share back: it grants no access any more. The owner sees it as declined until they
 * remove it or invite the account again.
 * @throws Problem notFound
 */
export async function dropIncomingShare(service: Service, accountId: string, shareId: string): Promise<void> {
  if (!(await service.db.transaction((tx) => declineShare(tx, accountId, shareId, service.now()))))
    throw new Problem('notFound')
}

async function getShare(service: Service, stationId: string, shareId: string): Promise<Share> {
  const [row] = await findShares(service.db.read, stationId, shareId)
  if (!row) throw new Problem('notFound')
  return toShare(row, service.now())
}

/** End of the last local day, epoch ms. */
async function endOf(service: Service, stationId: string, { endsOn }: Terms): Promise<number | null> {
  if (endsOn === null) return null
  const timeZone = await findStationZone(service.db.read, stationId)
  const { to } = localDay(endsOn, timeZone)
  if (to <= service.now()) throw new Problem('share.endsInPast')
  return to
}

/** Each right once, in the order of the contract. */
function withView(rights: readonly ShareRight[]): ShareRight[] {
  return shareRights.filter((right) => right === 'view' || rights.includes(right))
}

function termsOf(row: ShareRow) {
  const { ends_at, accepted_at } = row
  return {
    id: row.id,
    stationId: row.station_id,
    rights: row.rights,
    // `ends_at` is exclusive: this instant is the start of the day after the last day.
    endsOn: ends_at === null ? null : addDays(localDayAt(ends_at, row.time_zone).date, -1),
    createdAt: iso(row.created_at),
    acceptedAt: accepted_at === null ? null : iso(accepted_at),
  }
}

function stateOf({ ends_at, accepted_at, offered_until }: ShareRow, now: number) {
  if (ends_at !== null && ends_at <= now) return 'ended'
  if (accepted_at === null && offered_until !== null && offered_until <= now) return 'ended'
  return accepted_at === null ? 'pending' : 'accepted'
}

function toShare(row: ShareRow, now: number): Share {
  const isAccepted = row.accepted_at !== null
  return {
    ...termsOf(row),
    state: row.declined_at === null ? stateOf(row, now) : 'declined',
    userName: isAccepted ? (row.invited_name ?? row.name) : row.name,
    nickname: isAccepted ? (row.invited_nickname ?? '') : '',
    accountId: isAccepted ? row.account_id : null,
    offeredUntil: isAccepted || row.offered_until === null ? null : iso(row.offered_until),
  }
}

function toIncoming(row: ShareRow, now: number): IncomingShare {
  return {
    ...termsOf(row),
    state: stateOf(row, now),
    stationName: row.station_name,
    timeZone: row.time_zone,
    ownerAccountId: row.owner_id,
    ownerUserName: row.owner_name,
  }
}

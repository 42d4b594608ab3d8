import Type, { type Static } from 'typebox'
import { accountRules } from '../account-rules.ts'
import { shareRights } from '../rights.ts'
import { DataAge, DayDate, Id, Instant, Nullable, object, oneOf, StatusCounts } from './common.ts'

/** What a main account says of a sub-account; `stationIds` counts where `allStations` is false. */
const subAccountRights = {
  nickname: Type.String(accountRules.nickname),
  /** Remote settings and IV scans. */
  mayControl: Type.Boolean(),
  allStations: Type.Boolean(),
  stationIds: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
}

const Password = Type.String(accountRules.password)

export const SubAccountInput = object({
  ...subAccountRights,
  userName: Type.String(accountRules.userName),
  email: Nullable(Type.String(accountRules.email)),
  password: Password,
})
export type SubAccountInput = Static<typeof SubAccountInput>

/** A disabled sub-account is signed out everywhere and cannot sign in. */
export const SubAccountChange = object({ ...subAccountRights, disabled: Type.Boolean() })
export type SubAccountChange = Static<typeof SubAccountChange>

export const SubAccountPassword = object({ password: Password })

export const SubAccount = object({
  ...SubAccountChange.properties,
  id: Id,
  userName: Type.String(),
  email: Nullable(Type.String()),
  createdAt: Instant,
})
export type SubAccount = Static<typeof SubAccount>

/** `view` is implied. `endsOn`: last day of the share, in the station's zone. */
const shareTerms = {
  rights: Type.Array(oneOf(shareRights), { maxItems: shareRights.length, uniqueItems: true }),
  endsOn: Nullable(DayDate),
}

/** The reply is the same whether an account of that name exists or not: it stays pending until somebody accepts. */
/** `userName`: or a mail address, which need not have an account yet. */
export const ShareInput = object({ ...shareTerms, userName: Type.String(accountRules.invited) })
export type ShareInput = Static<typeof ShareInput>

export const ShareChange = object(shareTerms)
export type ShareChange = Static<typeof ShareChange>

/** As the invited account sees them: what it declined is no longer in its list. */
const incomingShareStates = ['pending', 'accepted', 'ended'] as const

/** `declined`: also given back after it was accepted; it stays until the owner removes it or invites again. */
export const shareStates = [...incomingShareStates, 'declined'] as const

/** A share as the station's owner sees it. */
export const Share = object({
  ...shareTerms,
  id: Id,
  stationId: Id,
  /** As it was typed; of an accepted share the account's own spelling. */
  userName: Type.String(),
  /** What the person of an accepted share goes by; empty: not accepted, or the same. */
  nickname: Type.String(),
  state: oneOf(shareStates),
  /** Only of an accepted share: the account that it is shared with, whatever its name looks like. */
  accountId: Nullable(Id),
  createdAt: Instant,
  acceptedAt: Nullable(Instant),
  /** Until when a share that is offered to a mail address can be taken up; null: it was accepted, or a user name was named. */
  offeredUntil: Nullable(Instant),
})
export type Share = Static<typeof Share>

/** A share as the owner of the station sees it in the list of all that it gave. */
export const OutgoingShare = object({ ...Share.properties, stationName: Type.String() })
export type OutgoingShare = Static<typeof OutgoingShare>

/** A share as the invited account sees it. */
export const IncomingShare = object({
  ...shareTerms,
  id: Id,
  stationId: Id,
  stationName: Type.String(),
  timeZone: Type.String(),
  ownerAccountId: Id,
  ownerUserName: Type.String(),
  state: oneOf(incomingShareStates),
  createdAt: Instant,
  acceptedAt: Nullable(Instant),
})
export type IncomingShare = Static<typeof IncomingShare>

export const accountRelations = ['sharesWithMe', 'subAccount'] as const

/** An account that the caller watches: one that shares stations with it, or one of its sub-accounts. */
export const MonitoredAccount = object({
  accountId: Id,
  userName: Type.String(),
  nickname: Type.String(),
  relation: oneOf(accountRelations),
  /** Stations that count here: those shared, or those that the sub-account reaches; by status. */
  stations: StatusCounts,
  capacityKwp: Type.Number(),
  powerW: Nullable(Type.Number()),
  energyTodayKwh: Nullable(Type.Number()),
  /** Of the newest datum. */
  age: DataAge,
})
export type MonitoredAccount = Static<typeof MonitoredAccount>

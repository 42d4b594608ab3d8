import Type, { type Static } from 'typebox'
import { accountRules } from '../account-rules.ts'
import { shareRights } from '../rights.ts'
import { DataAge, DayDate, Id, Instant, Nullable, object, oneOf, StatusCounts } from './common.ts'

/** What a main account sets for a sub-account; `stationIds` applies if `allStations` is false. */
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

/** The reply does not reveal whether the account exists: the share stays pending until it is accepted. */
/** `userName`: a user name, or a mail address, which may have no account yet. */
export const ShareInput = object({ ...shareTerms, userName: Type.String(accountRules.invited) })
export type ShareInput = Static<typeof ShareInput>

export const ShareChange = object(shareTerms)
export type ShareChange = Static<typeof ShareChange>

/** States of a share in the invited account's list, which omits declined shares. */
const incomingShareStates = ['pending', 'accepted', 'ended'] as const

/** `declined`: also if given back after acceptance; it stays until the owner removes it or invites again. */
export const shareStates = [...incomingShareStates, 'declined'] as const

/** A share as the station's owner sees it. */
export const Share = object({
  ...shareTerms,
  id: Id,
  stationId: Id,
  /** As typed; for an accepted share, in the account's own spelling. */
  userName: Type.String(),
  /** Nickname of the accepting account; empty: not accepted, or same as the user name. */
  nickname: Type.String(),
  state: oneOf(shareStates),
  /** The account that accepted the share; null otherwise. */
  accountId: Nullable(Id),
  createdAt: Instant,
  acceptedAt: Nullable(Instant),
  /** Deadline for accepting a share offered to a mail address; null: it is accepted, or was offered to a user name. */
  offeredUntil: Nullable(Instant),
})
export type Share = Static<typeof Share>

/** A share in the owner's list of all outgoing shares. */
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

/** An account that the caller can monitor: one that shares stations with the caller, or a sub-account. */
export const MonitoredAccount = object({
  accountId: Id,
  userName: Type.String(),
  nickname: Type.String(),
  relation: oneOf(accountRelations),
  /** Status counts of the shared stations, or of the sub-account's stations. */
  stations: StatusCounts,
  capacityKwp: Type.Number(),
  powerW: Nullable(Type.Number()),
  energyTodayKwh: Nullable(Type.Number()),
  /** Age of the newest data. */
  age: DataAge,
})
export type MonitoredAccount = Static<typeof MonitoredAccount>

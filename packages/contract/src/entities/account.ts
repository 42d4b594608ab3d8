import Type, { type Static } from 'typebox'
import { accountRules } from '../account-rules.ts'
import { accountTimeZoneOffsets } from '../constants.ts'
import { Id, Nullable, object, oneOf } from './common.ts'

export const accountRoles = ['owner', 'operator'] as const

/** What an account is to who looks as it. */
export const viewKinds = ['subAccount', 'share'] as const

/** Who is signed in. `name` of the initial state decides canSeeAdmin (specification, section 4). */
export const Session = object({
  accountId: Id,
  userName: Type.String(),
  nickname: Type.String(),
  role: oneOf(accountRoles),
  /** `dontHaveAccess` takes canSeeAdmin away. */
  stateName: Type.String(),
  /** The main account whose sub-account this is; null: a main account. */
  mainAccountId: Nullable(Id),
  /** Somebody else looks as this account: its main account, or who shares stations with it. Nothing can be written. */
  view: Nullable(object({ as: oneOf(viewKinds), viewerUserName: Type.String() })),
})
export type Session = Static<typeof Session>

export const TimeZoneOffset = Type.Unsafe<(typeof accountTimeZoneOffsets)[number]>({
  type: 'integer',
  enum: [...accountTimeZoneOffsets],
})

/** The fields of basic settings that a person edits. */
export const AccountSettings = object({
  nickname: Type.String(accountRules.nickname),
  phone: Type.String(accountRules.phone),
  address: Type.String(accountRules.address),
  province: Type.String(accountRules.province),
  city: Type.String(accountRules.city),
  /** Minutes from UTC. */
  timeZoneOffset: TimeZoneOffset,
  /** Default feed-in tariff per kWh; zero and negative are allowed. */
  feedInTariff: Nullable(Type.Number(accountRules.feedInTariff)),
  currency: Type.String(accountRules.currency),
  /** Shown on the customized page; https only. */
  videoUrl: Type.String(accountRules.videoUrl),
})
export type AccountSettings = Static<typeof AccountSettings>

export const Account = object({
  ...AccountSettings.properties,
  id: Id,
  userName: Type.String(),
  email: Type.String(),
  role: oneOf(accountRoles),
})
export type Account = Static<typeof Account>

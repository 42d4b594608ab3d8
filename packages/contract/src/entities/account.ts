import Type, { type Static } from 'typebox'
import { accountRules } from '../account-rules.ts'
import { accountTimeZoneOffsets } from '../constants.ts'
import { Id, Nullable, object, oneOf } from './common.ts'

export const accountRoles = ['owner', 'operator'] as const

/** Relation of a viewed account to the viewer. */
export const viewKinds = ['subAccount', 'share'] as const

/** The signed-in account. `name` of the initial state decides canSeeAdmin (specification, section 4). */
export const Session = object({
  accountId: Id,
  userName: Type.String(),
  nickname: Type.String(),
  role: oneOf(accountRoles),
  /** `dontHaveAccess` denies canSeeAdmin. */
  stateName: Type.String(),
  /** Main account of this sub-account; null: this is a main account. */
  mainAccountId: Nullable(Id),
  /**
   * Set if another account views this one: its main account, or an account that shares stations with it. A view is
   * read-only.
   */
  view: Nullable(object({ as: oneOf(viewKinds), viewerUserName: Type.String() })),
})
export type Session = Static<typeof Session>

export const TimeZoneOffset = Type.Unsafe<(typeof accountTimeZoneOffsets)[number]>({
  type: 'integer',
  enum: [...accountTimeZoneOffsets],
})

/** Basic settings that a person edits. */
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

import Type, { type Static } from 'typebox'
import { accountTimeZoneOffsets } from '../constants.ts'
import { Id, Nullable, object, oneOf } from './common.ts'

export const accountRoles = ['owner', 'operator'] as const

/** Who is signed in. `name` of the initial state decides canSeeAdmin (specification, section 4). */
export const Session = object({
  accountId: Id,
  userName: Type.String(),
  nickname: Type.String(),
  role: oneOf(accountRoles),
  /** `dontHaveAccess` takes canSeeAdmin away. */
  stateName: Type.String(),
})
export type Session = Static<typeof Session>

export const TimeZoneOffset = Type.Unsafe<(typeof accountTimeZoneOffsets)[number]>({
  type: 'integer',
  enum: [...accountTimeZoneOffsets],
})

const ShortText = (maxLength: number) => Type.String({ maxLength })

/** The fields of basic settings that a person edits. */
export const AccountSettings = object({
  nickname: Type.String({ minLength: 1, maxLength: 40 }),
  phone: Type.String({ maxLength: 24, pattern: '^$|^\\+?[0-9][0-9 ()-]{5,22}$' }),
  address: ShortText(200),
  province: ShortText(60),
  city: ShortText(60),
  /** Minutes from UTC. */
  timeZoneOffset: TimeZoneOffset,
  /** Default feed-in tariff per kWh; zero and negative are allowed. */
  feedInTariff: Nullable(Type.Number({ minimum: -100, maximum: 100 })),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  /** Shown on the customized page; https only. */
  videoUrl: Type.String({ maxLength: 300, pattern: '^$|^https://[^\\s]+$' }),
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

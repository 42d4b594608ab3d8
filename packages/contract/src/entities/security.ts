import Type, { type Static } from 'typebox'
import { dailyMails, infoItems, pageLocales } from '../account-choices.ts'
import { accountRules } from '../account-rules.ts'
import { minDisplayItems } from '../constants.ts'
import { TimeZoneOffset } from './account.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'
import { OpenidProvider } from './openid.ts'

export const UserName = Type.String(accountRules.userName)
export const EmailAddress = Type.String(accountRules.email)
export const NewPassword = Type.String(accountRules.password)
/** A password as typed at a sign-in: any length, so that passwords from before a change of the rules still work. */
export const Password = Type.String({ minLength: 1, maxLength: 200 })
export const Code = Type.String(accountRules.code)
/** Code of the authenticator app, or a recovery code. */
export const SecondFactor = Type.String({
  maxLength: 19,
  pattern: `${accountRules.code.pattern}|${accountRules.recoveryCode.pattern}`,
})
export const LocaleOfMails = oneOf(pageLocales)
/** The secret part of a link in a mail: 256 bits. */
export const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })

export const Registration = object({
  userName: UserName,
  email: EmailAddress,
  /** Code that was mailed to the address. */
  code: Code,
  password: NewPassword,
  passwordAgain: NewPassword,
  phone: Type.String(accountRules.boundPhone),
  address: Type.String(accountRules.address),
  province: Type.String(accountRules.province),
  city: Type.String(accountRules.city),
  timeZoneOffset: TimeZoneOffset,
  locale: LocaleOfMails,
})
export type Registration = Static<typeof Registration>

/** First account of an empty portal. */
export const FirstAccount = object({
  /** Code that the portal printed at its start. */
  code: Type.String({ minLength: 1, maxLength: 40 }),
  userName: UserName,
  email: EmailAddress,
  password: NewPassword,
  passwordAgain: NewPassword,
  timeZoneOffset: TimeZoneOffset,
  locale: LocaleOfMails,
})
export type FirstAccount = Static<typeof FirstAccount>

/** Ways to sign in besides account and password. */
export const SignInWays = object({
  /** The portal's one origin for passkeys; null: the portal has no origin that passkeys can be bound to. */
  passkeyOrigin: Nullable(Type.String()),
  /** OpenID providers: companies whose people sign in with their company account. */
  providers: Type.Array(OpenidProvider),
})
export type SignInWays = Static<typeof SignInWays>

/** One open session of the account. */
export const OpenSession = object({
  id: Id,
  createdAt: Instant,
  lastSeenAt: Instant,
  /** Short name of browser and system, from the user agent. */
  userAgent: Type.String(),
  /** Whether it is the caller's own session. */
  current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

export const Email = object({ id: Id, email: Type.String(), primary: Type.Boolean(), addedAt: Instant })
export type Email = Static<typeof Email>

/** Security settings of an account. */
export const AccountSecurity = object({
  emails: Type.Array(Email),
  /** Phone that receives codes; null: none is bound. */
  phone: Nullable(object({ phone: Type.String(), boundAt: Instant })),
  /** Whether a sign-in needs a code of an authenticator app. */
  totp: Type.Boolean(),
  /** Whether the password alone is not enough: without a passkey, a sign-in also needs a code. */
  passkeyRequired: Type.Boolean(),
  /** Number of unused recovery codes. */
  recoveryCodes: Type.Integer(),
})
export type AccountSecurity = Static<typeof AccountSecurity>

/** Shown once; sign-ins require a code only after the user has confirmed one. */
export const TotpSecret = object({
  /** Base32, for typing in. */
  secret: Type.String(),
  /** otpauth: address, for a QR code. */
  uri: Type.String(),
})
export type TotpSecret = Static<typeof TotpSecret>

/** Shown once; each code allows one sign-in without the authenticator app. */
export const RecoveryCodes = object({ codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const ProfileInput = object({
  infoItems: Type.Array(oneOf(infoItems), { minItems: minDisplayItems, maxItems: infoItems.length, uniqueItems: true }),
})
export type ProfileInput = Static<typeof ProfileInput>

export const Profile = object({
  ...ProfileInput.properties,
  /** Pictures by their id; null: none. */
  avatarId: Nullable(Id),
  logoId: Nullable(Id),
})
export type Profile = Static<typeof Profile>

export const Notifications = object({
  /** Daily morning mail about alarms and silent devices. */
  service: Type.Boolean(),
  /** Daily morning mail about the previous day's generation. */
  report: Type.Boolean(),
  /** Null: the language of the pages. */
  locale: Nullable(LocaleOfMails),
})
export type Notifications = Static<typeof Notifications>

const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })

/** Which alarms are mailed, and when. */
export const AlarmMails = object({
  /** False: alarms are only pushed to devices. */
  byMail: Type.Boolean(),
  faults: Type.Boolean(),
  notices: Type.Boolean(),
  /**
   * Quiet hours in minutes of the day, over midnight if `to` is smaller; alarms wait until they end. Clock: the given
   * zone (IANA name), or without one the account's fixed offset, without summer time.
   */
  quiet: Nullable(
    object({ from: MinuteOfDay, to: MinuteOfDay, timeZone: Type.Optional(Type.String({ maxLength: 64 })) }),
  ),
  /** Stations whose alarms are not mailed. */
  stationIds: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
})
export type AlarmMails = Static<typeof AlarmMails>

export const Unsubscribed = object({ kind: oneOf(dailyMails) })

/** Service quality of one account, without names of its stations and devices, passwords or mails. */
export const AccountHealth = object({
  accountId: Id,
  userName: Type.String(),
  active: Type.Boolean(),
  stations: Type.Integer(),
  devices: Type.Integer(),
  /** Devices whose last frame is not stale. */
  devicesOnline: Type.Integer(),
  /** Time since the last batch of the logger with the longest silence, s; null: no logger has sent yet. */
  ingestLagS: Nullable(Type.Integer()),
  /** Mails that were given up, and mails that wait for a retry. */
  failedMails: Type.Integer(),
  delayedMails: Type.Integer(),
})
export type AccountHealth = Static<typeof AccountHealth>

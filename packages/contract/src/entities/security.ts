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
/** A password as typed for a sign-in: of any length there ever was. */
export const Password = Type.String({ minLength: 1, maxLength: 200 })
export const Code = Type.String(accountRules.code)
/** Of the authenticator app, or a recovery code in its place. */
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
  /** Mailed to the address before. */
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

/** Who sets up a portal that has no account yet. */
export const FirstAccount = object({
  /** That the start of the portal printed. */
  code: Type.String({ minLength: 1, maxLength: 40 }),
  userName: UserName,
  email: EmailAddress,
  password: NewPassword,
  passwordAgain: NewPassword,
  timeZoneOffset: TimeZoneOffset,
  locale: LocaleOfMails,
})
export type FirstAccount = Static<typeof FirstAccount>

/** How people may sign in besides account and password. */
export const SignInWays = object({
  /** The one address of the portal at which passkeys are used; null: it has none that they could be bound to. */
  passkeyOrigin: Nullable(Type.String()),
  /** Companies whose people sign in with their account there. */
  providers: Type.Array(OpenidProvider),
})
export type SignInWays = Static<typeof SignInWays>

/** One place where the account is signed in. */
export const OpenSession = object({
  id: Id,
  createdAt: Instant,
  lastSeenAt: Instant,
  /** Browser and system in a few words, as the browser says it. */
  userAgent: Type.String(),
  /** Whether it is the session that asks. */
  current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

export const Email = object({ id: Id, email: Type.String(), primary: Type.Boolean(), addedAt: Instant })
export type Email = Static<typeof Email>

/** What keeps the account the person's own. */
export const AccountSecurity = object({
  emails: Type.Array(Email),
  /** The phone that takes codes; null: none is bound. */
  phone: Nullable(object({ phone: Type.String(), boundAt: Instant })),
  /** Whether a sign-in needs a code of an authenticator app. */
  totp: Type.Boolean(),
  /** Whether the password alone is not enough: who has no passkey at hand adds a code. */
  passkeyRequired: Type.Boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodes: Type.Integer(),
})
export type AccountSecurity = Static<typeof AccountSecurity>

/** Shown once; a sign-in asks for codes only after one of them was confirmed. */
export const TotpSecret = object({
  /** Base32, for typing in. */
  secret: Type.String(),
  /** otpauth: address, for a QR code. */
  uri: Type.String(),
})
export type TotpSecret = Static<typeof TotpSecret>

/** Shown once; each opens one sign-in without the authenticator app. */
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
  /** Every morning: what is wrong, what is silent. */
  service: Type.Boolean(),
  /** Every morning: what was generated on the day before. */
  report: Type.Boolean(),
  /** Null: the language in which the pages are read. */
  locale: Nullable(LocaleOfMails),
})
export type Notifications = Static<typeof Notifications>

const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })

/** Which alarms are mailed, and when. */
export const AlarmMails = object({
  /** False: they come to devices alone. */
  byMail: Type.Boolean(),
  faults: Type.Boolean(),
  notices: Type.Boolean(),
  /**
   * Minutes of the day between which alarms wait, over midnight where `to` is the smaller one: by the clock of the zone
   * (IANA name), without one by the account's offset, all the year.
   */
  quiet: Nullable(
    object({ from: MinuteOfDay, to: MinuteOfDay, timeZone: Type.Optional(Type.String({ maxLength: 64 })) }),
  ),
  /** Stations of which no alarm is mailed. */
  stationIds: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
})
export type AlarmMails = Static<typeof AlarmMails>

export const Unsubscribed = object({ kind: oneOf(dailyMails) })

/** How one account is served, without its names of things, its passwords and its mails. */
export const AccountHealth = object({
  accountId: Id,
  userName: Type.String(),
  active: Type.Boolean(),
  stations: Type.Integer(),
  devices: Type.Integer(),
  /** Devices whose last frame is not stale. */
  devicesOnline: Type.Integer(),
  /** Since the last batch of the logger that is silent for longest, s; null: no logger has sent yet. */
  ingestLagS: Nullable(Type.Integer()),
  /** Mails that were given up, and those that still wait after a failed try. */
  failedMails: Type.Integer(),
  delayedMails: Type.Integer(),
})
export type AccountHealth = Static<typeof AccountHealth>

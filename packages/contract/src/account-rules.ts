import { minPasswordLength } from './constants.ts'

const userName = '[A-Za-z][A-Za-z0-9._-]{2,39}'
/** A single address without quotes, comments, lists or line ends, to prevent injection of headers or recipients. */
const email = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}"

/**
 * Limits of the basic settings that service and form share; the schema of AccountSettings is made from them.
 * Patterns are sources of `RegExp`; an empty text is allowed where a field is optional.
 */
export const accountRules = {
  /** Latin letters, digits and three signs, to exclude look-alike names in other scripts. */
  userName: { minLength: 3, maxLength: 40, pattern: `^${userName}$` },
  email: { maxLength: 200, pattern: `^${email}$` },
  /** Invited party of a share: a user name, or an address that may have no account yet. */
  invited: { minLength: 3, maxLength: 200, pattern: `^${userName}$|^${email}$` },
  /** A chosen password; the specification sets the minimum length. */
  password: { minLength: minPasswordLength, maxLength: 200 },
  /** Six digits, from a mail, an SMS or an authenticator app. */
  code: { pattern: '^[0-9]{6}$' },
  /** Replaces a code of the authenticator app once; dashes, spaces and case are ignored. */
  recoveryCode: { pattern: '^[0-9A-Za-z]{4}([- ]?[0-9A-Za-z]{4}){3}$' },
  /** A number that receives text messages. */
  boundPhone: { maxLength: 24, pattern: '^\\+?[0-9][0-9 ()-]{5,22}$' },
  nickname: { minLength: 1, maxLength: 40 },
  phone: { maxLength: 24, pattern: '^$|^\\+?[0-9][0-9 ()-]{5,22}$' },
  address: { maxLength: 200 },
  province: { maxLength: 60 },
  city: { maxLength: 60 },
  /** Per kWh, in the account's currency. */
  feedInTariff: { minimum: -100, maximum: 100 },
  /** ISO 4217. */
  currency: { pattern: '^[A-Z]{3}$' },
  /** An https URL, or a video file of this portal's bulletins. */
  videoUrl: { maxLength: 300, pattern: '^$|^https://[^\\s]+$|^/api/web/v1/bulletins/[0-9a-f-]{36}/file$' },
} as const

export const passkeyRules = {
  name: { minLength: 1, maxLength: 60 },
  /** Maximum number of passkeys per account. */
  max: 20,
} as const

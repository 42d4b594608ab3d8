import { minPasswordLength } from './constants.ts'

const userName = '[A-Za-z][A-Za-z0-9._-]{2,39}'
/** One address: no quotes, comments, lists or line ends, so that it cannot become another header or recipient. */
const email = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}"

/**
 * Limits of the basic settings that service and form share; the schema of AccountSettings is made from them.
 * Patterns are sources of `RegExp`; an empty text is allowed where a field is optional.
 */
export const accountRules = {
  /** Latin letters, digits and three signs: no name can be written alike in another script. */
  userName: { minLength: 3, maxLength: 40, pattern: `^${userName}$` },
  email: { maxLength: 200, pattern: `^${email}$` },
  /** With whom a station is shared: by user name, or by an address that may have no account yet. */
  invited: { minLength: 3, maxLength: 200, pattern: `^${userName}$|^${email}$` },
  /** A password that a person chooses; the least length is a rule of the specification. */
  password: { minLength: minPasswordLength, maxLength: 200 },
  /** Six digits, as mailed or sent to a phone. */
  code: { pattern: '^[0-9]{6}$' },
  /** Stands in for a code of the authenticator app, once; dashes, spaces and case do not matter. */
  recoveryCode: { pattern: '^[0-9A-Za-z]{4}([- ]?[0-9A-Za-z]{4}){3}$' },
  /** A number that takes messages. */
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
  /** Elsewhere by https, or a film that lies in this portal. */
  videoUrl: { maxLength: 300, pattern: '^$|^https://[^\\s]+$|^/api/web/v1/bulletins/[0-9a-f-]{36}/file$' },
} as const

export const passkeyRules = {
  name: { minLength: 1, maxLength: 60 },
  /** Passkeys of one account. */
  max: 20,
} as const

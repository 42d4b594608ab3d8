/**
 * Limits of the basic settings that service and form share; the schema of AccountSettings is made from them.
 * Patterns are sources of `RegExp`; an empty text is allowed where a field is optional.
 */
export const accountRules = {
  nickname: { minLength: 1, maxLength: 40 },
  phone: { maxLength: 24, pattern: '^$|^\\+?[0-9][0-9 ()-]{5,22}$' },
  address: { maxLength: 200 },
  province: { maxLength: 60 },
  city: { maxLength: 60 },
  /** Per kWh, in the account's currency. */
  feedInTariff: { minimum: -100, maximum: 100 },
  /** ISO 4217. */
  currency: { pattern: '^[A-Z]{3}$' },
  videoUrl: { maxLength: 300, pattern: '^$|^https://[^\\s]+$' },
} as const

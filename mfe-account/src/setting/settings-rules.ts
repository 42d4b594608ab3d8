import { accountRules, accountTimeZoneOffsets } from '@helioport/contract'
import type { Account, AccountSettings } from '@helioport/contract'

export type SettingField = keyof AccountSettings

export const settingFields = [
  'nickname',
  'phone',
  'address',
  'province',
  'city',
  'timeZoneOffset',
  'feedInTariff',
  'currency',
  'videoUrl',
] as const satisfies readonly SettingField[]

/** What is wrong with a field: key of the message and what goes into it. */
export interface RuleBreach {
  key:
    | 'rule.nickname'
    | 'rule.phone'
    | 'rule.length'
    | 'rule.tariff'
    | 'rule.currency'
    | 'rule.videoUrl'
    | 'rule.timeZone'
  values: Record<string, number>
}

export type Breaches = Partial<Record<SettingField, RuleBreach>>

/** The part of the account that a person edits; PUT /account takes no other field. */
export function settingsOf(account: Account): AccountSettings {
  const { nickname, phone, address, province, city, timeZoneOffset, feedInTariff, currency, videoUrl } = account
  return { nickname, phone, address, province, city, timeZoneOffset, feedInTariff, currency, videoUrl }
}

/** The texts as they are sent: without the blanks that a paste brings along. */
export function tidied(settings: AccountSettings): AccountSettings {
  return {
    ...settings,
    nickname: settings.nickname.trim(),
    phone: settings.phone.trim(),
    address: settings.address.trim(),
    province: settings.province.trim(),
    city: settings.city.trim(),
    videoUrl: settings.videoUrl.trim(),
  }
}

const breach = (key: RuleBreach['key'], values: Record<string, number> = {}): RuleBreach => ({ key, values })

const rules: { [F in SettingField]: (value: AccountSettings[F]) => RuleBreach | undefined } = {
  nickname: (value) => {
    const { minLength, maxLength } = accountRules.nickname
    const fits = value.length >= minLength && value.length <= maxLength
    return fits ? undefined : breach('rule.nickname', { max: maxLength })
  },
  phone: (value) => {
    const { pattern, maxLength } = accountRules.phone
    return new RegExp(pattern).test(value) && value.length <= maxLength ? undefined : breach('rule.phone')
  },
  address: (value) => lengthBreach(value, accountRules.address.maxLength),
  province: (value) => lengthBreach(value, accountRules.province.maxLength),
  city: (value) => lengthBreach(value, accountRules.city.maxLength),
  timeZoneOffset: (value) => (accountTimeZoneOffsets.includes(value) ? undefined : breach('rule.timeZone')),
  feedInTariff: (value) => {
    const { minimum, maximum } = accountRules.feedInTariff
    const fits = value === null || (Number.isFinite(value) && value >= minimum && value <= maximum)
    return fits ? undefined : breach('rule.tariff', { min: minimum, max: maximum })
  },
  currency: (value) => (new RegExp(accountRules.currency.pattern).test(value) ? undefined : breach('rule.currency')),
  videoUrl: (value) => {
    const { pattern, maxLength } = accountRules.videoUrl
    if (value.length > maxLength) return breach('rule.length', { max: maxLength })
    return new RegExp(pattern).test(value) ? undefined : breach('rule.videoUrl')
  },
}

function lengthBreach(value: string, max: number): RuleBreach | undefined {
  return value.length <= max ? undefined : breach('rule.length', { max })
}

/** Breach of one field as it would be sent; undefined: it is fine. */
export function breachOf<F extends SettingField>(field: F, settings: AccountSettings): RuleBreach | undefined {
  return rules[field](tidied(settings)[field])
}

export function breachesOf(settings: AccountSettings): Breaches {
  const breaches: Breaches = {}
  for (const field of settingFields) {
    const found = breachOf(field, settings)
    if (found) breaches[field] = found
  }
  return breaches
}

/** Fields that differ from what the service holds. */
export function changedFields(saved: AccountSettings, draft: AccountSettings): SettingField[] {
  const sent = tidied(draft)
  return settingFields.filter((field) => saved[field] !== sent[field])
}

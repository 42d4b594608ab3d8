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

/** An objection to a field: message key and values. */
export interface Objection {
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

export type Objections = Partial<Record<SettingField, Objection>>

/** The editable part of the account; PUT /account takes no other field. */
export function settingsOf(account: Account): AccountSettings {
  const { nickname, phone, address, province, city, timeZoneOffset, feedInTariff, currency, videoUrl } = account
  return { nickname, phone, address, province, city, timeZoneOffset, feedInTariff, currency, videoUrl }
}

/** The settings as sent: texts trimmed. */
export function trimmed(settings: AccountSettings): AccountSettings {
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

const objection = (key: Objection['key'], values: Record<string, number> = {}): Objection => ({ key, values })

const rules: { [F in SettingField]: (value: AccountSettings[F]) => Objection | undefined } = {
  nickname: (value) => {
    const { minLength, maxLength } = accountRules.nickname
    const fits = value.length >= minLength && value.length <= maxLength
    return fits ? undefined : objection('rule.nickname', { max: maxLength })
  },
  phone: (value) => {
    const { pattern, maxLength } = accountRules.phone
    return new RegExp(pattern).test(value) && value.length <= maxLength ? undefined : objection('rule.phone')
  },
  address: (value) => tooLong(value, accountRules.address.maxLength),
  province: (value) => tooLong(value, accountRules.province.maxLength),
  city: (value) => tooLong(value, accountRules.city.maxLength),
  timeZoneOffset: (value) => (accountTimeZoneOffsets.includes(value) ? undefined : objection('rule.timeZone')),
  feedInTariff: (value) => {
    const { minimum, maximum } = accountRules.feedInTariff
    const fits = value === null || (Number.isFinite(value) && value >= minimum && value <= maximum)
    return fits ? undefined : objection('rule.tariff', { min: minimum, max: maximum })
  },
  currency: (value) => (new RegExp(accountRules.currency.pattern).test(value) ? undefined : objection('rule.currency')),
  videoUrl: (value) => {
    const { pattern, maxLength } = accountRules.videoUrl
    if (value.length > maxLength) return objection('rule.length', { max: maxLength })
    return new RegExp(pattern).test(value) ? undefined : objection('rule.videoUrl')
  },
}

function tooLong(value: string, max: number): Objection | undefined {
  return value.length <= max ? undefined : objection('rule.length', { max })
}

/** The objection to one field, judged as sent; undefined: none. */
export function objectionTo<F extends SettingField>(field: F, settings: AccountSettings): Objection | undefined {
  return rules[field](trimmed(settings)[field])
}

export function objectionsOf(settings: AccountSettings): Objections {
  const objections: Objections = {}
  for (const field of settingFields) {
    const found = objectionTo(field, settings)
    if (found) objections[field] = found
  }
  return objections
}

/** Fields that differ from the saved ones. */
export function changedFields(saved: AccountSettings, draft: AccountSettings): SettingField[] {
  const sent = trimmed(draft)
  return settingFields.filter((field) => saved[field] !== sent[field])
}

import { minDisplayItems } from './constants.ts'

/** Figures that a person can select for the account page; at least `minDisplayItems` of them. */
export const infoItems = [
  'powerNow',
  'energyToday',
  'energyMonth',
  'energyTotal',
  'incomeToday',
  'incomeTotal',
  'co2Saved',
  'treesPlanted',
  'peakSunshine',
  'devicesOnline',
] as const
export type InfoItem = (typeof infoItems)[number]

export const defaultInfoItems: readonly InfoItem[] = infoItems.slice(0, minDisplayItems)

/** Languages of mails. */
export const mailLocales = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export type MailLocale = (typeof mailLocales)[number]

/** Languages of the pages: those of mails, and right-to-left ones, whose texts are English. */
export const pageLocales = [...mailLocales, 'he', 'ar', 'fa', 'ku'] as const
export type PageLocale = (typeof pageLocales)[number]

const mirrored: readonly string[] = ['he', 'ar', 'fa', 'ku'] satisfies PageLocale[]

/** Text direction of a page or a mail. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (mirrored.includes(locale) ? 'rtl' : 'ltr')

/** Daily mails, for accounts that subscribed; a link in each mail unsubscribes. */
export const dailyMails = ['service', 'report'] as const
export type DailyMail = (typeof dailyMails)[number]

/** The language with the same code, otherwise another variant of the same language: pt-BR for pt-PT. */
function nearestOf<T extends string>(languages: readonly T[], locale: string): T | undefined {
  const languageOf = (code: string) => code.split('-')[0]
  return languages.find((each) => each === locale) ?? languages.find((each) => languageOf(each) === languageOf(locale))
}

/** Language of mails for a language of the portal. */
export function mailLocaleOf(locale: string): MailLocale {
  return nearestOf(mailLocales, locale) ?? 'en-US'
}

/** Optional kinds of mails: each mail ends with a link that unsubscribes from its kind. */
export const mailings = [...dailyMails, 'alarm'] as const
export type Mailing = (typeof mailings)[number]

/** Language of the pages as stored with an account. */
export function pageLocaleOf(locale: string): PageLocale {
  return nearestOf(pageLocales, locale) ?? 'en-US'
}

import { minDisplayItems } from './constants.ts'

/** Figures that a person may tick for the account page; at least `minDisplayItems` of them. */
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

/** Languages that mails are written in. */
export const mailLocales = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export type MailLocale = (typeof mailLocales)[number]

/** Languages in which somebody may read the pages: those of mails, and mirrored ones, whose words are English. */
export const pageLocales = [...mailLocales, 'he', 'ar', 'fa', 'ku'] as const
export type PageLocale = (typeof pageLocales)[number]

const mirrored: readonly string[] = ['he', 'ar', 'fa', 'ku'] satisfies PageLocale[]

/** Which way a page or a mail runs. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (mirrored.includes(locale) ? 'rtl' : 'ltr')

/** Mails that come every day to who asked for them, and that a link in each of them stops. */
export const dailyMails = ['service', 'report'] as const
export type DailyMail = (typeof dailyMails)[number]

/** Of some languages the one that a code names, or else another form of the same: Brazil's for Portugal. */
function nearestOf<T extends string>(languages: readonly T[], locale: string): T | undefined {
  const languageOf = (code: string) => code.split('-')[0]
  return languages.find((each) => each === locale) ?? languages.find((each) => languageOf(each) === languageOf(locale))
}

/** The language of mails for a language of the portal. */
export function mailLocaleOf(locale: string): MailLocale {
  return nearestOf(mailLocales, locale) ?? 'en-US'
}

/** Kinds of mails that a person can do without: each ends with a link that stops its kind. */
export const mailings = [...dailyMails, 'alarm'] as const
export type Mailing = (typeof mailings)[number]

/** The language of the pages as it is kept with an account. */
export function pageLocaleOf(locale: string): PageLocale {
  return nearestOf(pageLocales, locale) ?? 'en-US'
}

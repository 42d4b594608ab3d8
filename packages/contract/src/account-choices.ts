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

/** Mails that come every day to who asked for them, and that a link in each of them stops. */
export const dailyMails = ['service', 'report'] as const
export type DailyMail = (typeof dailyMails)[number]

/** The language of mails for a language of the portal. */
export function mailLocaleOf(locale: string): MailLocale {
  return mailLocales.find((each) => each === locale) ?? 'en-US'
}

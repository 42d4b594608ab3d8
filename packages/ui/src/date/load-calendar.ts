import type { DayPickerLocale } from 'react-day-picker'
import type { DayCalendar } from './day-calendar.tsx'

/** The calendar's words of a language, and the first day of its week. */
const languages = {
  'en-US': async () => (await import('react-day-picker/locale/en-US')).enUS,
  'zh-CN': async () => (await import('react-day-picker/locale/zh-CN')).zhCN,
  'zh-TW': async () => (await import('react-day-picker/locale/zh-TW')).zhTW,
  'pt-BR': async () => (await import('react-day-picker/locale/pt-BR')).ptBR,
} satisfies Record<string, () => Promise<DayPickerLocale>>

type Tag = keyof typeof languages

const isTag = (locale: string): locale is Tag => locale in languages

/** The language of the calendar: English where the portal reads English too. */
export const calendarTagOf = (locale: string): Tag => (isTag(locale) ? locale : 'en-US')

export interface LoadedCalendar {
  tag: Tag
  words: DayPickerLocale
  DayCalendar: typeof DayCalendar
}

/** The calendar in one language. What failed to load is tried again by the next call. */
export async function loadCalendar(locale: string): Promise<LoadedCalendar> {
  const tag = calendarTagOf(locale)
  const [code, words] = await Promise.all([import('./day-calendar.tsx'), languages[tag]()])
  return { tag, words, DayCalendar: code.DayCalendar }
}

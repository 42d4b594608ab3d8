import type { DayPickerLocale } from 'react-day-picker'
import type { DayCalendar } from './day-calendar.tsx'

/** Texts of the calendar and the first day of the week, by language. */
const languages = {
  // The calendar's default language: its texts are built in.
  'en-US': async () => undefined,
  'zh-CN': async () => (await import('react-day-picker/locale/zh-CN')).zhCN,
  'zh-TW': async () => (await import('react-day-picker/locale/zh-TW')).zhTW,
  'pt-BR': async () => (await import('react-day-picker/locale/pt-BR')).ptBR,
} satisfies Record<string, () => Promise<DayPickerLocale | undefined>>

type Tag = keyof typeof languages

const isTag = (locale: string): locale is Tag => locale in languages

/** The language of the calendar: English for every locale without texts of its own. */
export const calendarTagOf = (locale: string): Tag => (isTag(locale) ? locale : 'en-US')

export interface LoadedCalendar {
  tag: Tag
  words: DayPickerLocale | undefined
  DayCalendar: typeof DayCalendar
}

/** The calendar and its texts in one language. After a failure the next call tries again. */
export async function loadCalendar(locale: string): Promise<LoadedCalendar> {
  const tag = calendarTagOf(locale)
  const [code, words] = await Promise.all([import('./day-calendar.tsx'), languages[tag]()])
  return { tag, words, DayCalendar: code.DayCalendar }
}

import type { CalendarProps } from 'antd/es/calendar'
import type { Dayjs } from 'dayjs'
import type { DayCalendar } from './day-calendar.tsx'

type CalendarLocale = NonNullable<CalendarProps<Dayjs>['locale']>

/** antd's words of a language; dayjs brings the first day of its week. A missing week start is Sunday. */
const languages = {
  'en-US': () => import('antd/es/calendar/locale/en_US'),
  'zh-CN': () =>
    Promise.all([import('antd/es/calendar/locale/zh_CN'), import('dayjs/locale/zh-cn.js')]).then(([words]) => words),
  'zh-TW': () =>
    Promise.all([import('antd/es/calendar/locale/zh_TW'), import('dayjs/locale/zh-tw.js')]).then(([words]) => words),
  'pt-BR': () =>
    Promise.all([import('antd/es/calendar/locale/pt_BR'), import('dayjs/locale/pt-br.js')]).then(([words]) => words),
} satisfies Record<string, () => Promise<{ default: CalendarLocale }>>

type Tag = keyof typeof languages

const isTag = (locale: string): locale is Tag => locale in languages

/** The language of the calendar: English where the portal reads English too. */
export const calendarTagOf = (locale: string): Tag => (isTag(locale) ? locale : 'en-US')

export interface LoadedCalendar {
  tag: Tag
  words: CalendarLocale
  DayCalendar: typeof DayCalendar
}

/** antd's calendar in one language. What failed to load is tried again by the next call. */
export async function loadCalendar(locale: string): Promise<LoadedCalendar> {
  const tag = calendarTagOf(locale)
  const [code, { default: words }] = await Promise.all([import('./day-calendar.tsx'), languages[tag]()])
  return { tag, words, DayCalendar: code.DayCalendar }
}

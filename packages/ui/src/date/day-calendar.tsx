import { useMemo } from 'react'
import { type ChevronProps, DayPicker, type DayPickerLocale, type Modifiers } from 'react-day-picker'
import { Icon } from '../core/icon.tsx'
import { useUi } from '../core/ui-provider.tsx'
import type { DayTexts } from './day-texts.ts'
import styles from './day-calendar.module.css'

interface DayCalendarProps {
  /** '': no day is chosen. */
  value: string
  /** Today in the plant's zone; the browser's today is never marked. */
  today: string
  min: string | undefined
  max: string | undefined
  texts: DayTexts
  /** Language tag, and the calendar's own texts in that language. */
  tag: string
  words: DayPickerLocale | undefined
  onChoose: (day: string) => void
}

/** A day is handled as its noon in UTC, which exists on every day. */
const dateOf = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (date: Date) => new Date(date.getTime()).toISOString().slice(0, 10)

interface WeekInfo {
  /** 1: Monday … 7: Sunday. */
  firstDay: number
}

/** First day of the week where the language is spoken, 0: Sunday; undefined: the browser does not know it. */
function firstWeekday(tag: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 | undefined {
  const language = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  const first = (language.getWeekInfo?.() ?? language.weekInfo)?.firstDay
  return first === undefined ? undefined : ((first % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6)
}

/** Without a first and a last day, the list of years begins before the oldest plants and ends some years ahead. */
const oldestDay = '1980-01-01'
const yearsAhead = 10

const lastMonth = (today: string) => `${Number(today.slice(0, 4)) + yearsAhead}-12-31`

const bounds = (min: string | undefined, max: string | undefined, today: string) => ({
  disabled: [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])],
  startMonth: dateOf(min ?? oldestDay),
  endMonth: dateOf(max ?? lastMonth(today)),
})

const classNames = {
  month: styles['month'] ?? '',
  nav: styles['nav'] ?? '',
  button_previous: styles['page'] ?? '',
  button_next: styles['page'] ?? '',
  month_caption: styles['caption'] ?? '',
  dropdowns: styles['dropdowns'] ?? '',
  dropdown_root: styles['dropdownRoot'] ?? '',
  dropdown: styles['dropdown'] ?? '',
  caption_label: styles['shown'] ?? '',
  month_grid: styles['grid'] ?? '',
  weekday: styles['weekday'] ?? '',
  day_button: styles['day'] ?? '',
  outside: styles['outside'] ?? '',
  today: styles['today'] ?? '',
  selected: styles['selected'] ?? '',
}

const chevrons = { left: 'chevronLeft', right: 'chevronRight', up: 'arrowUp', down: 'chevronDown' } as const

/** Names of the buttons. A day's name contains the visible number, unlike the calendar's own "1st". */
function labelsOf(tag: string, texts: DayTexts) {
  const fullDay = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' })
  return {
    labelPrevious: () => texts.previousMonth,
    labelNext: () => texts.nextMonth,
    labelDayButton: (date: Date, { today }: Modifiers) =>
      today ? `${texts.today}, ${fullDay.format(date)}` : fullDay.format(date),
  }
}

const Chevron = ({ orientation = 'down' }: ChevronProps) => <Icon name={chevrons[orientation]} size={14} />

/** A month of days to choose from, by pointer or keys. Lists above it choose month and year. */
export function DayCalendar({ value, today, min, max, texts, tag, words, onChoose }: DayCalendarProps) {
  const { dir, locale } = useUi()
  // Texts in the page's own language include its first weekday.
  const weekStartsOn = useMemo(() => (locale === tag ? undefined : firstWeekday(locale)), [locale, tag])
  const labels = useMemo(() => labelsOf(tag, texts), [tag, texts])
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person has just opened it, and its days take keys at once
      autoFocus
      showOutsideDays
      fixedWeeks
      captionLayout="dropdown"
      timeZone="UTC"
      dir={dir}
      locale={words}
      {...(weekStartsOn !== undefined && { weekStartsOn })}
      selected={value === '' ? undefined : dateOf(value)}
      defaultMonth={dateOf(value || today)}
      today={dateOf(today)}
      {...bounds(min, max, today)}
      labels={labels}
      classNames={classNames}
      components={{ Chevron }}
      onSelect={(date) => onChoose(dayOf(date))}
    />
  )
}

import { useFormat, useLocale } from '@helioport/i18n'
import { useOwnerText } from './owner-texts.ts'

interface Band {
  days: readonly number[]
  from: string
  to: string
  rate: number | null
}

/** 5 January 2026 is a Monday. */
const mondayMs = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

/** Names of the weekdays 1 (Monday) to 7. */
export function useWeekdays(): readonly { day: number; name: string }[] {
  const { code } = useLocale()
  const format = new Intl.DateTimeFormat(code, { weekday: 'short', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: format.format(mondayMs + (day - 1) * dayMs) }))
}

/** A time of use in a line: when, and how much. */
export function useBandText(currency: string): (band: Band) => string {
  const text = useOwnerText()
  const format = useFormat()
  const weekdays = useWeekdays()
  return ({ days, from, to, rate }) =>
    text('rates.bandLine', {
      days: weekdays
        .filter(({ day }) => days.includes(day))
        .map(({ name }) => name)
        .join(' '),
      from,
      to,
      money: format.money(rate, currency),
    })
}

import { useFormat } from '@helioport/i18n'
import { addDays } from '@helioport/time'
import { useOwnerText } from './owner-texts.ts'

interface Band {
  days: readonly number[]
  from: string
  to: string
  rate: number | null
}

const anyMonday = '2026-01-05'

/** Names of the weekdays 1 (Monday) to 7. */
export function useWeekdays(): readonly { day: number; name: string }[] {
  const format = useFormat()
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    name: format.dayPart(addDays(anyMonday, day - 1), { weekday: 'short' }),
  }))
}

/** A time of use in one line: when, and at which rate. */
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

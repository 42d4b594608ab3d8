import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import { useUi } from '../core/ui-provider.tsx'
import { addDays } from './calendar.ts'
import type { DayTexts } from './day-picker.tsx'
import { addMonths, clampDay, firstWeekday, monthOf, weeksOf } from './month.ts'
import styles from './day-picker.module.css'

interface MonthViewProps {
  value: string
  today: string
  min: string | undefined
  max: string | undefined
  texts: DayTexts
  onChoose: (day: string) => void
}

const utc = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat([locale, 'en-US'], { ...options, timeZone: 'UTC' })

const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** A month as a grid: arrows walk days, page keys months, Home and End the week. */
export function MonthView({ value, today, min, max, texts, onChoose }: MonthViewProps) {
  const { locale, dir } = useUi()
  const [focused, setFocused] = useState(value)
  const grid = useRef<HTMLTableElement>(null)
  const firstDay = useMemo(() => firstWeekday(locale), [locale])
  const names = useMemo(
    () => ({
      month: utc(locale, { year: 'numeric', month: 'long' }),
      weekday: utc(locale, { weekday: 'narrow' }),
      weekdayLong: utc(locale, { weekday: 'long' }),
      day: utc(locale, { day: 'numeric' }),
      full: utc(locale, { dateStyle: 'full' }),
    }),
    [locale],
  )
  const month = monthOf(focused)
  const weeks = weeksOf(month, firstDay)

  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus({ preventScroll: true })
  }, [focused])

  const go = (day: string) => setFocused(clampDay(day, min, max))
  const walk = (event: KeyboardEvent) => {
    const forward = dir === 'rtl' ? -1 : 1
    const week = weeks.find((days) => days.includes(focused)) ?? []
    const targets: Record<string, string | undefined> = {
      ArrowRight: addDays(focused, forward),
      ArrowLeft: addDays(focused, -forward),
      ArrowDown: addDays(focused, 7),
      ArrowUp: addDays(focused, -7),
      PageUp: addMonths(focused, event.shiftKey ? -12 : -1),
      PageDown: addMonths(focused, event.shiftKey ? 12 : 1),
      Home: week[0],
      End: week[6],
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    go(target)
  }

  return (
    <>
      <div className={styles['monthHead']}>
        <IconButton
          icon="chevronLeft"
          size="s"
          label={texts.previousMonth}
          onClick={() => go(addMonths(focused, -1))}
        />
        <span className={styles['month']} aria-live="polite">
          {names.month.format(instantOf(`${month}-01`))}
        </span>
        <IconButton icon="chevronRight" size="s" label={texts.nextMonth} onClick={() => go(addMonths(focused, 1))} />
      </div>
      <table ref={grid} className={styles['grid']} onKeyDown={walk}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={names.weekdayLong.format(instantOf(day))}>
                {names.weekday.format(instantOf(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    disabled={clampDay(day, min, max) !== day}
                    aria-label={names.full.format(instantOf(day))}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === value}
                    className={cx(
                      styles['day'],
                      monthOf(day) !== month && styles['other'],
                      day === value && styles['chosen'],
                      day === today && styles['today'],
                    )}
                    onClick={() => onChoose(day)}
                  >
                    {names.day.format(instantOf(day)).replace(/\D+$/u, '')}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

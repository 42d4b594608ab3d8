import Calendar, { type CalendarProps } from 'antd/es/calendar'
import type { Dayjs } from 'dayjs'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { AntdProvider } from '../antd/antd-provider.tsx'
import { cx } from '../core/class-names.ts'
import { useUi } from '../core/ui-provider.tsx'
import { CalendarHead } from './calendar-head.tsx'
import { calendarFormats, cellPart, dateOf, dayOf, keyTarget, shownPart, type View } from './calendar-view.ts'
import type { DayTexts } from './day-texts.ts'
import styles from './day-calendar.module.css'

interface DayCalendarProps {
  value: string
  /** In the plant's zone: the browser's own today is never marked. */
  today: string
  min: string | undefined
  max: string | undefined
  texts: DayTexts
  /** Language tag, and antd's words in that language. */
  tag: string
  words: NonNullable<CalendarProps<Dayjs>['locale']>
  onChoose: (day: string) => void
}

/** antd's calendar of a month or a year; its cells are buttons: arrows walk them and a reader names them. */
export function DayCalendar({ value, today, min, max, texts, tag, words, onChoose }: DayCalendarProps) {
  const { dir } = useUi()
  const [focused, setFocused] = useState(value)
  const [view, setView] = useState<View>('month')
  const wantsFocus = useRef(true)
  const formats = useMemo(() => calendarFormats(tag), [tag])

  // The panel turns its page one render after the value: its new cell takes the focus as soon as it is there.
  const takeFocus = useCallback((element: HTMLButtonElement | null) => {
    if (!element || !wantsFocus.current) return
    wantsFocus.current = false
    element.focus({ preventScroll: true })
  }, [])

  const clamp = (day: string) => (min !== undefined && day < min ? min : max !== undefined && day > max ? max : day)
  const go = (date: Dayjs) => setFocused(clamp(dayOf(date)))
  const turn = (next: View) => {
    wantsFocus.current = true
    setView(next)
  }
  const walk = (event: KeyboardEvent) => {
    if (!(event.target as Element).closest('td')) return
    const target = keyTarget(event, dateOf(focused).locale(tag.toLowerCase()), view, dir)
    if (!target) return
    event.preventDefault()
    wantsFocus.current = true
    go(target)
  }

  const cell = (date: Dayjs) => {
    const day = dayOf(date)
    const isSame = (other: string) => cellPart(day, view) === cellPart(other, view)
    return (
      <button
        key={day}
        ref={isSame(focused) ? takeFocus : undefined}
        type="button"
        data-day={cellPart(day, view)}
        tabIndex={isSame(focused) ? 0 : -1}
        disabled={!isSame(clamp(day))}
        aria-label={view === 'month' ? formats.fullDay(day) : undefined}
        aria-current={isSame(today) ? 'date' : undefined}
        aria-pressed={isSame(value)}
        className={cx(
          styles['cell'],
          view === 'year' && styles['tall'],
          shownPart(day, view) !== shownPart(focused, view) && styles['other'],
          isSame(today) && styles['today'],
          isSame(value) && styles['chosen'],
        )}
      >
        {view === 'month' ? date.date() : formats.monthName(day)}
      </button>
    )
  }

  const head = (
    <CalendarHead
      shown={formats[view](focused)}
      isYear={view === 'year'}
      labels={
        view === 'month'
          ? { previous: texts.previousMonth, next: texts.nextMonth, turn: words.lang.monthSelect }
          : { previous: words.lang.previousYear, next: words.lang.nextYear, turn: words.lang.dateSelect }
      }
      isFirst={min !== undefined && shownPart(focused, view) <= shownPart(min, view)}
      isLast={max !== undefined && shownPart(focused, view) >= shownPart(max, view)}
      onPage={(sign) => go(dateOf(focused).add(sign, view))}
      onTurn={() => turn(view === 'month' ? 'year' : 'month')}
    />
  )

  return (
    <div className={styles['calendar']} role="presentation" onKeyDown={walk}>
      <AntdProvider>
        <Calendar
          className={cx(styles['panel'])}
          styles={{ content: { height: 'auto' } }}
          fullscreen={false}
          mode={view}
          value={dateOf(focused)}
          locale={words}
          disabledDate={(date) => clamp(dayOf(date)) !== dayOf(date)}
          headerRender={() => head}
          fullCellRender={cell}
          onSelect={(date, { source }) => {
            if (source === 'date') return onChoose(dayOf(date))
            go(date)
            turn('month')
          }}
        />
      </AntdProvider>
    </div>
  )
}

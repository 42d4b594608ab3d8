import { addDays } from '@helioport/time'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../core/button.tsx'
import { Skeleton } from '../core/skeleton.tsx'
import { useUi } from '../core/ui-provider.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import type { DayTexts } from './day-texts.ts'
import { calendarTagOf, loadCalendar, type LoadedCalendar } from './load-calendar.ts'
import styles from './day-picker.module.css'

export interface DayPickerProps {
  /** The day shown, `2026-11-21`. */
  value: string
  onChange: (day: string) => void
  /** Today in the plant's zone. */
  today: string
  min?: string | undefined
  /** Today unless given: there is no data from tomorrow. */
  max?: string | undefined
  label: string
  texts: DayTexts
  /** How a day is written in the locale. */
  format: (day: string) => string
}

/** One day: the one before, a calendar, the one after. */
export function DayPicker({ value, onChange, today, min, max = today, label, texts, format }: DayPickerProps) {
  const { locale } = useUi()
  const [open, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<LoadedCalendar>()
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const away = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const choose = (day: string) => {
    close()
    onChange(day)
  }
  const toggle = () => {
    setOpen(!open)
    // Without its code no calendar can open; the steps beside it work on.
    if (!open) loadCalendar(locale).then(setLoaded, () => setOpen(false))
  }
  const preload = () => void loadCalendar(locale).catch(() => {})
  const calendar = loaded?.tag === calendarTagOf(locale) ? loaded : undefined
  const names: Record<string, string> = { [today]: texts.today, [addDays(today, -1)]: texts.yesterday }

  return (
    <div
      ref={root}
      className={styles['picker']}
      role="group"
      aria-label={label}
      data-day-shown={value}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close()
      }}
    >
      <IconButton
        icon="chevronLeft"
        label={texts.previous}
        disabled={min !== undefined && value <= min}
        onClick={() => onChange(addDays(value, -1))}
      />
      <span role="presentation" onPointerEnter={preload} onFocus={preload}>
        <Button ref={opener} kind="text" icon="calendar" onClick={toggle}>
          <span className={styles['shown']}>
            <VisuallyHidden>{`${texts.choose}: `}</VisuallyHidden>
            <span className={styles['date']}>{format(value)}</span>
            {names[value] && <span className={styles['word']}>{names[value]}</span>}
          </span>
        </Button>
      </span>
      <IconButton
        icon="chevronRight"
        label={texts.next}
        disabled={value >= max}
        onClick={() => onChange(addDays(value, 1))}
      />
      {value !== today && (
        <Button kind="text" onClick={() => onChange(today)}>
          {texts.today}
        </Button>
      )}
      {open && (
        <div className={styles['popover']} role="dialog" aria-label={texts.choose} aria-busy={!calendar}>
          {calendar ? (
            <calendar.DayCalendar
              key={value}
              value={value}
              today={today}
              min={min}
              max={max}
              texts={texts}
              tag={calendar.tag}
              words={calendar.words}
              onChoose={choose}
            />
          ) : (
            <Skeleton width="100%" height={280} />
          )}
        </div>
      )}
    </div>
  )
}

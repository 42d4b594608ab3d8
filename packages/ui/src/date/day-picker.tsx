import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../core/button.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import { addDays } from './calendar.ts'
import { MonthView } from './month-view.tsx'
import styles from './day-picker.module.css'

/** Everything that a day picker says by itself. */
export interface DayTexts {
  previous: string
  next: string
  today: string
  yesterday: string
  choose: string
  previousMonth: string
  nextMonth: string
}

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
  const [open, setOpen] = useState(false)
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
  const words: Record<string, string> = { [today]: texts.today, [addDays(today, -1)]: texts.yesterday }

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
      <Button ref={opener} kind="text" icon="calendar" onClick={() => setOpen(!open)}>
        <span className={styles['shown']}>
          <VisuallyHidden>{`${texts.choose}: `}</VisuallyHidden>
          <span className={styles['date']}>{format(value)}</span>
          {words[value] && <span className={styles['word']}>{words[value]}</span>}
        </span>
      </Button>
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
        <div className={styles['popover']} role="dialog" aria-label={texts.choose}>
          <MonthView value={value} today={today} min={min} max={max} texts={texts} onChoose={choose} />
        </div>
      )}
    </div>
  )
}

import { addDays } from '@helioport/time'
import { Button, IconButton } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import { Skeleton } from '../core/skeleton.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import type { DayTexts } from './day-texts.ts'
import { useCalendar } from './use-calendar.ts'
import styles from './day-picker.module.css'

export interface DayPickerProps {
  /** The day shown, `2026-11-21`. */
  value: string
  onChange: (day: string) => void
  /** Today in the plant's zone. */
  today: string
  min?: string | undefined
  /** Last day that can be chosen; default: today, since no data come from the future. */
  max?: string | undefined
  label: string
  texts: DayTexts
  /** Formats a day in the locale. */
  format: (day: string) => string
}

/** Chooses one day: previous, next, today, or from a calendar. */
export function DayPicker({ value, onChange, today, min, max = today, label, texts, format }: DayPickerProps) {
  const { root, opener, open, align, close, toggle, preload, calendar } = useCalendar()
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
        <div
          className={cx(styles['popover'], styles[align])}
          role="dialog"
          aria-label={texts.choose}
          aria-busy={!calendar}
        >
          {calendar ? (
            <calendar.DayCalendar
              key={value}
              {...{ value, today, min, max, texts }}
              tag={calendar.tag}
              words={calendar.words}
              onChoose={(day) => {
                close()
                onChange(day)
              }}
            />
          ) : (
            <Skeleton width="100%" height={280} />
          )}
        </div>
      )}
    </div>
  )
}

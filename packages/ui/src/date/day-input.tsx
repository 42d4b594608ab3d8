import type { ReactNode } from 'react'
import { dayAt, viewerTimeZone } from '@helioport/time'
import { IconButton } from '../core/button.tsx'
import { Skeleton } from '../core/skeleton.tsx'
import { useNow } from '../core/use-now.ts'
import type { DayFieldTexts } from './day-texts.ts'
import { TypedInput, type TypedInputProps } from './typed-input.tsx'
import { typedDay } from './typed-day.ts'
import { useCalendar } from './use-calendar.ts'
import { useOnTop } from './use-on-top.ts'
import styles from './day-field.module.css'

/** Texts and format of a day field: in the language of the page, whatever the browser's language is. */
export interface DayWords {
  texts: DayFieldTexts
  /** Formats a day in the locale. */
  format: (day: string) => string
}

export interface DayInputProps extends DayWords, Pick<TypedInputProps, 'look' | 'onLeave'> {
  /** YYYY-MM-DD; '': none. */
  value: string
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  /** Handles a typed text that holds more than a day; returns true when it did. */
  takes?: (typed: string) => boolean
}

/** A day that is typed or chosen from a calendar. */
export function DayInput({ value, onChange, onLeave, min, max, texts, format, look, takes }: DayInputProps) {
  const { root, opener, open, close, toggle, preload, calendar } = useCalendar()
  const isAllowed = (day: string) => (min === undefined || day >= min) && (max === undefined || day <= max)
  return (
    <div
      ref={root}
      role="presentation"
      className={styles['day']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // Otherwise Escape would also close the dialog around the field.
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <TypedInput
        look={look}
        value={value}
        shown={value === '' ? '' : format(value)}
        onLeave={onLeave}
        onType={(typed) => {
          if (takes?.(typed)) return true
          const day = typed.trim() === '' ? '' : typedDay(typed)
          const isRead = day !== undefined && (day === '' || isAllowed(day))
          if (isRead) onChange(day)
          return isRead
        }}
      />
      <span className={styles['opener']} role="presentation" onPointerEnter={preload} onFocus={preload}>
        <IconButton
          ref={opener}
          icon="calendar"
          size="s"
          label={texts.choose}
          disabled={look.disabled === true}
          onClick={toggle}
        />
      </span>
      {open && (
        <Popover label={texts.choose} isLoading={!calendar}>
          {calendar && (
            <Days
              {...{ value, min, max, texts, calendar }}
              onChoose={(day) => {
                close()
                onChange(day)
              }}
            />
          )}
        </Popover>
      )}
    </div>
  )
}

interface DaysProps extends Pick<DayInputProps, 'value' | 'min' | 'max' | 'texts'> {
  calendar: NonNullable<ReturnType<typeof useCalendar>['calendar']>
  onChoose: (day: string) => void
}

function Days({ value, min, max, texts, calendar, onChoose }: DaysProps) {
  const today = dayAt(useNow(60_000), viewerTimeZone())
  return (
    <calendar.DayCalendar
      key={value}
      {...{ value, today, min, max, texts, onChoose }}
      tag={calendar.tag}
      words={calendar.words}
    />
  )
}

/** Above everything else, even beyond the edges of a dialog, which would clip it. */
function Popover({ label, isLoading, children }: { label: string; isLoading: boolean; children: ReactNode }) {
  const onTop = useOnTop()
  return (
    <div
      ref={onTop}
      popover="manual"
      className={styles['popover']}
      role="dialog"
      aria-label={label}
      aria-busy={isLoading}
    >
      {children || <Skeleton width="100%" height={280} />}
    </div>
  )
}

import { movePeriod, type Period, periodSpan } from '@helioport/time'
import { Button, IconButton } from '../core/button.tsx'
import styles from './day-picker.module.css'

export interface PeriodPickerProps {
  period: Exclude<Period, 'day'>
  /** Any day of the shown period. */
  value: string
  onChange: (day: string) => void
  /** Today in the plant's zone; no later period can be chosen. */
  today: string
  label: string
  texts: { previous: string; next: string; now: string }
  /** Formats a period in the locale. */
  format: (from: string, to: string) => string
}

/** Shows a week, month or year, with buttons to the previous and the next one. */
export function PeriodPicker({ period, value, onChange, today, label, texts, format }: PeriodPickerProps) {
  const { from, to } = periodSpan(period, value)
  const isNow = today >= from && today <= to
  return (
    <div className={styles['picker']} role="group" aria-label={label} data-day-shown={from}>
      <IconButton icon="chevronLeft" label={texts.previous} onClick={() => onChange(movePeriod(period, value, -1))} />
      <span className={styles['shown']} aria-live="polite">
        <span className={styles['date']}>{format(from, to)}</span>
      </span>
      <IconButton
        icon="chevronRight"
        label={texts.next}
        disabled={to >= today}
        onClick={() => onChange(movePeriod(period, value, 1))}
      />
      {!isNow && (
        <Button kind="text" onClick={() => onChange(today)}>
          {texts.now}
        </Button>
      )}
    </div>
  )
}

import { useDayWords } from '@helioport/i18n'
import { DayInput } from '@helioport/ui/date'
import styles from './day-field.module.css'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD; '' means none. */
  value: string
  onChange: (day: string) => void
}

/** A small day field for a toolbar. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <div className={styles['day']}>
      <span aria-hidden>{label}</span>
      <DayInput {...useDayWords()} value={value} onChange={onChange} look={{ label, className: styles['input'] }} />
    </div>
  )
}

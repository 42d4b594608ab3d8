import styles from './day-field.module.css'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD; '': none. */
  value: string
  onChange: (day: string) => void
}

/** A small field for a day of a toolbar. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className={styles['day']}>
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

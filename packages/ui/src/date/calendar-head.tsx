import { IconButton } from '../core/button.tsx'
import { Icon } from '../core/icon.tsx'
import styles from './day-calendar.module.css'

interface CalendarHeadProps {
  /** What the calendar shows: a month, or a year. */
  shown: string
  isYear: boolean
  labels: { previous: string; next: string; turn: string }
  isFirst: boolean
  isLast: boolean
  onPage: (sign: 1 | -1) => void
  onTurn: () => void
}

/** Pages on and back; what stands between them turns from the days of a month to the months of a year. */
export function CalendarHead({ shown, isYear, labels, isFirst, isLast, onPage, onTurn }: CalendarHeadProps) {
  return (
    <div className={styles['head']}>
      <IconButton icon="chevronLeft" size="s" label={labels.previous} disabled={isFirst} onClick={() => onPage(-1)} />
      <button type="button" className={styles['shown']} title={labels.turn} aria-expanded={isYear} onClick={onTurn}>
        <span aria-live="polite">{shown}</span>
        <Icon name="chevronDown" size={14} />
      </button>
      <IconButton icon="chevronRight" size="s" label={labels.next} disabled={isLast} onClick={() => onPage(1)} />
    </div>
  )
}

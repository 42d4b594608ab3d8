import { useDayTexts, useFormat, usePeriodTexts } from '@helioport/i18n'
import { type Period, periodSpan } from '@helioport/time'
import { DayPicker, PeriodPicker } from '@helioport/ui/date'
import { useStationText } from '../station/use-station-text.ts'
import styles from './detail.module.css'

interface Stretch {
  period: Period
  /** Any day of the shown period, `YYYY-MM-DD` at the plant. */
  date: string
}

interface StretchPickerProps extends Stretch {
  today: string
  /** Gets today if the chosen period contains it. */
  onDay: (day: string) => void
}

/** Formats a day, week, month or year in the person's language. */
function useStretchFormat(period: Period): (from: string, to: string) => string {
  const format = useFormat()
  if (period === 'day') return (day) => format.date(day)
  if (period === 'week') return format.dayRange
  return (from) => format.dayPart(from, period === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'long' })
}

/** Chooses the shown day, week, month or year: previous, next and present. */
export function StretchPicker({ period, date, today, onDay }: StretchPickerProps) {
  const text = useStationText()
  const dayTexts = useDayTexts()
  const periodTexts = usePeriodTexts()
  const format = useStretchFormat(period)
  // The present period is represented by today, whatever its length.
  const choose = (day: string) => onDay(today >= day && today <= periodSpan(period, day).to ? today : day)
  const common = { value: date, today, onChange: choose }
  return period === 'day' ? (
    <DayPicker
      {...common}
      max={today}
      label={text('detail.pick')}
      texts={dayTexts}
      format={(day) => format(day, day)}
    />
  ) : (
    <PeriodPicker {...common} period={period} label={text('detail.pickPeriod')} texts={periodTexts} format={format} />
  )
}

/** The same on paper, where nothing can be chosen. */
export function StretchTitle({ period, date }: Stretch) {
  const format = useStretchFormat(period)
  const { from, to } = periodSpan(period, date)
  return <p className={styles.onPaper}>{format(from, to)}</p>
}

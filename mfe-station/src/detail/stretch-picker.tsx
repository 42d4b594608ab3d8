import { useDayTexts, useFormat, usePeriodTexts } from '@helioport/i18n'
import { type Period, periodSpan } from '@helioport/time'
import { DayPicker, PeriodPicker } from '@helioport/ui/date'
import { useStationText } from '../station/use-station-text.ts'
import styles from './detail.module.css'

interface Stretch {
  period: Period
  /** Any day of the stretch shown, `YYYY-MM-DD` at the plant. */
  date: string
}

interface StretchPickerProps extends Stretch {
  today: string
  /** Today, where the stretch chosen holds it. */
  onDay: (day: string) => void
}

/** Writes a day, week, month or year in the person's language. */
function useStretchFormat(period: Period): (from: string, to: string) => string {
  const format = useFormat()
  if (period === 'day') return (day) => format.date(day)
  if (period === 'week') return format.dayRange
  return (from) => format.dayPart(from, period === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'long' })
}

/** Which day, week, month or year is shown: the one before, the one after, and back to the present one. */
export function StretchPicker({ period, date, today, onDay }: StretchPickerProps) {
  const text = useStationText()
  const dayTexts = useDayTexts()
  const periodTexts = usePeriodTexts()
  const format = useStretchFormat(period)
  // Back in the present stretch it is today again, in whichever period.
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

/** The same on paper, where there is nothing to pick. */
export function StretchTitle({ period, date }: Stretch) {
  const format = useStretchFormat(period)
  const { from, to } = periodSpan(period, date)
  return <p className={styles.onPaper}>{format(from, to)}</p>
}

import { useDayTexts, useFormat, usePeriodTexts } from '@helioport/i18n'
import { DayPicker, type Period, PeriodPicker, periodSpan } from '@helioport/ui/date'
import { useStationText } from '../station/use-station-text.ts'

interface StretchPickerProps {
  period: Period
  /** Any day of the stretch shown, `YYYY-MM-DD` at the plant. */
  date: string
  today: string
  /** Today, where the stretch chosen holds it. */
  onDay: (day: string) => void
}

/** Which day, week, month or year is shown: the one before, the one after, and back to the present one. */
export function StretchPicker({ period, date, today, onDay }: StretchPickerProps) {
  const text = useStationText()
  const format = useFormat()
  const dayTexts = useDayTexts()
  const periodTexts = usePeriodTexts()
  // Back in the present stretch it is today again, in whichever period.
  const choose = (day: string) => onDay(today >= day && today <= periodSpan(period, day).to ? today : day)
  const common = { value: date, today, onChange: choose }
  if (period === 'day') {
    return (
      <DayPicker
        {...common}
        max={today}
        label={text('detail.pick')}
        texts={dayTexts}
        format={(day) => format.date(day)}
      />
    )
  }
  const titleOf = (from: string, to: string): string => {
    if (period === 'week') return format.dayRange(from, to)
    return format.dayPart(from, period === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'long' })
  }
  return (
    <PeriodPicker {...common} period={period} label={text('detail.pickPeriod')} texts={periodTexts} format={titleOf} />
  )
}

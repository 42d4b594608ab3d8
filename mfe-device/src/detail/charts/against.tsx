import { useWholeList } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useDayTexts, useFormat, usePeriodTexts, useText } from '@helioport/i18n'
import { addDays, dayAt, periodSpan } from '@helioport/time'
import { useNow } from '@helioport/ui'
import { DayPicker, PeriodPicker } from '@helioport/ui/date'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../../messages/en-US.ts'
import { type ComparedPeriod, isDayText } from './chosen-parameters.ts'
import { periodName } from './use-compared-name.ts'

interface AgainstProps {
  device: Device
  period: ComparedPeriod
  /** A day of the shown period. */
  date: string
  /** A day of the compared day, week, month or year, or the id of another device; empty: none. */
  against: string
  onAgainst: (against: string) => void
}

/** Choice of the comparison: none, any other day, week, month or year, or another inverter. */
export function Against({ device, period, date, against, onAgainst }: AgainstProps) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const [dayTexts, periodTexts] = [useDayTexts(), usePeriodTexts()]
  const today = dayAt(useNow(60_000), device.timeZone)
  const { data: devices = [] } = useWholeList('GET /devices', { query: { stationId: device.stationId } })
  const others = devices.filter(({ id }) => id !== device.id)
  const isDay = isDayText(against)
  const startOf = (day: string) => (period === 'day' ? day : periodSpan(period, day).from)
  const picker = {
    label: text('parameters.against'),
    value: against,
    today,
    onChange: (day: string) => onAgainst(startOf(day)),
  }
  return (
    <>
      <ChoiceField
        label={text('parameters.against')}
        value={isDay ? 'day' : against}
        onChange={(value) => onAgainst(value === 'day' ? startOf(addDays(startOf(date), -1)) : value)}
        options={[
          { value: '', label: text('parameters.alone') },
          { value: 'day', label: text(`parameters.other.${period}`) },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {isDay && period === 'day' && (
        <DayPicker {...picker} max={today} texts={dayTexts} format={(day) => format.date(day)} />
      )}
      {isDay && period !== 'day' && (
        <PeriodPicker
          {...picker}
          period={period}
          texts={periodTexts}
          format={(from, to) => periodName(format, period, from, to)}
        />
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type Device, sampleMinutes } from '@helioport/contract'
import { useErrorText, useFormat, usePeriodTexts, useText } from '@helioport/i18n'
import { dayAt, periodSpan } from '@helioport/time'
import {
  Card,
  ErrorState,
  Notice,
  Segmented,
  SkeletonChart,
  SkeletonStatRow,
  Toolbar,
  urlChoice,
  urlText,
  useNow,
  useUrlState,
} from '@helioport/ui'
import { ChartRange } from '@helioport/ui/chart'
import { PeriodPicker, shownDayOf, urlDay } from '@helioport/ui/date'
import { WorkingNote } from '../../device/working-note.tsx'
import type enUS from '../../messages/en-US.ts'
import { DayToolbar } from '../day-toolbar.tsx'
import { DayFigures } from './day-figures.tsx'
import { DayCharts } from './day-charts.tsx'
import { ParameterSection } from './parameter-section.tsx'
import { PeriodView } from './period-view.tsx'
import { periodName } from './use-compared-name.ts'
import styles from './charts-tab.module.css'

const refetchMs = 60_000

const periods = ['day', 'week', 'month', 'year', 'total'] as const

/** `zoom`: the time range of all curves on the page. */
const fields = { period: urlChoice(periods), date: urlDay, zoom: urlText(27) }

/** One day as curves, or a week, month, year or all time as bars. */
export function ChartsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const format = useFormat()
  const periodTexts = usePeriodTexts()
  const [{ period, date, zoom }, change] = useUrlState(fields, useSearchParams())
  const choice = (
    <Segmented
      label={text('chart.period')}
      value={period}
      options={periods.map((value) => ({ value, label: common(`period.${value}`) }))}
      onChange={(value) => change({ period: value, zoom: '' })}
    />
  )
  const today = dayAt(useNow(refetchMs), device.timeZone)
  if (period === 'day')
    return (
      <ChartRange value={zoom} onChange={(stretch) => change({ zoom: stretch })}>
        <DayView device={device} date={date} choice={choice} onDay={(day) => change({ date: day, zoom: '' })} />
      </ChartRange>
    )
  const shown = date !== '' && date <= today ? date : today
  return (
    <ChartRange value={zoom} onChange={(stretch) => change({ zoom: stretch })}>
      <Toolbar
        end={
          period !== 'total' && (
            <PeriodPicker
              period={period}
              value={shown}
              today={today}
              onChange={(day) => change({ date: day > today ? '' : day, zoom: '' })}
              label={text('chart.period')}
              texts={periodTexts}
              format={(from, to) => periodName(format, period, from, to)}
            />
          )
        }
      >
        {choice}
      </Toolbar>
      <PeriodView device={device} period={period} date={shown} />
      {period !== 'total' && <ParameterSection device={device} period={period} {...periodSpan(period, shown)} />}
    </ChartRange>
  )
}

interface DayViewProps {
  device: Device
  /** Empty: the newest day with data. */
  date: string
  choice: ReactNode
  onDay: (day: string) => void
}

function DayView({ device, date, choice, onDay }: DayViewProps) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const format = useFormat()
  const plant = { timeZone: device.timeZone, measuredAt: device.age.measuredAt }
  const shown = shownDayOf(date === '' ? null : date, plant, useNow(refetchMs))
  const { data, error, isPrevious, isFetching, refetch } = useEndpoint(
    'GET /devices/:deviceId/day',
    { params: { deviceId: device.id }, query: shown.asked === undefined ? {} : { date: shown.asked } },
    shown.isToday ? { refetchMs } : {},
  )
  // While another day of this device loads, the former one stays, faded. Another device's day is never shown.
  const day = data?.deviceId === device.id ? data : undefined

  return (
    <>
      <DayToolbar shown={shown} onDay={onDay}>
        {choice}
      </DayToolbar>
      {shown.isLastWithData && shown.date && (
        <Notice tone="info">{text('chart.lastDay', { date: format.date(shown.date) })}</Notice>
      )}
      {error && day && <Notice tone="warn">{errorText(error).detail}</Notice>}
      {error && !day ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : day ? (
        <div className={styles['day']} data-fading={(isPrevious && isFetching) || undefined}>
          <WorkingNote working={day.working} />
          {day.binMinutes > sampleMinutes && <Notice tone="info">{text('chart.quarterHours')}</Notice>}
          <DayFigures device={device} day={day} isToday={shown.isToday} />
          <DayCharts device={device} day={day} isToday={shown.isToday} />
          <ParameterSection device={device} period="day" from={day.date} to={day.date} />
        </div>
      ) : (
        <>
          <SkeletonStatRow count={6} lead />
          <Card>
            <SkeletonChart height={320} />
          </Card>
        </>
      )}
    </>
  )
}

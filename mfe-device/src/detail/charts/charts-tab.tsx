import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useDayTexts, useErrorText, useFormat, useText } from '@helioport/i18n'
import {
  Card,
  ErrorState,
  Notice,
  SkeletonChart,
  SkeletonStatRow,
  Toolbar,
  urlMatch,
  useNow,
  useUrlState,
} from '@helioport/ui'
import { DayPicker, shownDayOf } from '@helioport/ui/date'
import type enUS from '../../messages/en-US.ts'
import { DayFigures } from './day-figures.tsx'
import { DayCharts } from './day-charts.tsx'
import styles from './charts-tab.module.css'

const refetchMs = 60_000

const dayFields = { date: urlMatch(/^\d{4}-\d{2}-\d{2}$/) }

export function ChartsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const dayTexts = useDayTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const [state, change] = useUrlState(dayFields, useSearchParams())
  const plant = { timeZone: device.timeZone, measuredAt: device.age.measuredAt }
  const shown = shownDayOf(state.date === '' ? null : state.date, plant, useNow(refetchMs))
  const { data, error, isPrevious, isFetching, refetch } = useEndpoint(
    'GET /devices/:deviceId/day',
    { params: { deviceId: device.id }, query: shown.asked === undefined ? {} : { date: shown.asked } },
    shown.isToday ? { refetchMs } : {},
  )
  // While another day of this device loads, the former stays and fades; another device's day never shows.
  const day = data?.deviceId === device.id ? data : undefined

  return (
    <>
      <Toolbar>
        {shown.date !== undefined && shown.today !== undefined && (
          <DayPicker
            label={text('chart.day')}
            texts={dayTexts}
            value={shown.date}
            today={shown.today}
            max={shown.today}
            format={(date: string) => format.date(date)}
            onChange={(date: string) => change({ date: date === shown.today && !shown.isLastWithData ? '' : date })}
          />
        )}
      </Toolbar>
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
          <DayFigures device={device} day={day} isToday={shown.isToday} />
          <DayCharts device={device} day={day} isToday={shown.isToday} />
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

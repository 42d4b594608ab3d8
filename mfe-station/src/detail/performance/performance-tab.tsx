import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { dayAt } from '@helioport/time'
import { Card, Segmented, SkeletonText, Toolbar, urlChoice, useUrlState } from '@helioport/ui'
import { urlDay } from '@helioport/ui/date'
import { Failure } from '../../station/failure.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { WorkingNote } from '../../station/working-note.tsx'
import { pollMs } from '../../station/use-fleet.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { StretchPicker, StretchTitle } from '../stretch-picker.tsx'
import { LossWaterfall } from './loss-waterfall.tsx'
import { RatioTable } from './ratio-table.tsx'

const periods = ['day', 'week', 'month', 'year'] as const

const fields = { period: urlChoice(periods, 'month'), date: urlDay }

/** How well the station turned sun into energy: yields, ratios, availability and losses. */
export default function PerformanceTab({ station, now }: StationTabProps) {
  const text = useTabText()
  const stationText = useStationText()
  const common = useText()
  const [query, change] = useUrlState(fields, useSearchParams())
  const today = dayAt(now, station.timeZone)
  const date = query.date !== '' && query.date <= today ? query.date : today
  const { period } = query
  const params = { stationId: station.id }
  const statistics = useEndpoint(
    'GET /stations/:stationId/statistics',
    // The figures of a day are read from its bin in the week.
    { params, query: { period: period === 'day' ? 'week' : period, date } },
    { refetchMs: 2 * pollMs },
  )
  const losses = useEndpoint('GET /stations/:stationId/losses', { params, query: { period, date } })
  const figures =
    period === 'day' ? statistics.data?.series.find(({ from }) => from === date) : statistics.data?.figures

  return (
    <div className={styles.day}>
      <Toolbar
        end={
          <StretchPicker
            period={period}
            date={date}
            today={today}
            onDay={(day) => change({ date: day === today ? '' : day })}
          />
        }
      >
        <Segmented
          label={stationText('detail.period')}
          value={period}
          options={periods.map((value) => ({ value, label: common(`period.${value}`) }))}
          onChange={(value) => change({ period: value })}
        />
      </Toolbar>
      <StretchTitle period={period} date={date} />
      <WorkingNote working={losses.data?.working ?? statistics.data?.working} />
      {statistics.error && !statistics.data ? (
        <Card>
          <Failure title={text('failed.periodTitle')} error={statistics.error} onRetry={statistics.refetch} />
        </Card>
      ) : figures ? (
        <RatioTable figures={figures} capacity={losses.data?.capacity} />
      ) : (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
      {losses.error && !losses.data ? (
        <Card>
          <Failure title={text('failed.lossesTitle')} error={losses.error} onRetry={losses.refetch} />
        </Card>
      ) : losses.data ? (
        <LossWaterfall losses={losses.data} />
      ) : (
        <Card>
          <SkeletonText lines={8} />
        </Card>
      )}
    </div>
  )
}

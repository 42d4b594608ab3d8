import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { useFormat, usePeriodTexts, useText } from '@helioport/i18n'
import { Card, Segmented, SkeletonText, Toolbar, urlChoice, urlMatch, useUrlState } from '@helioport/ui'
import { dayAt, PeriodPicker } from '@helioport/ui/date'
import { Failure } from '../../station/failure.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { pollMs } from '../../station/use-stations.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { LossWaterfall } from './loss-waterfall.tsx'
import { RatioTable } from './ratio-table.tsx'

const fields = { period: urlChoice(['month', 'year']), date: urlMatch(/^\d{4}-\d{2}-\d{2}$/) }

/** How well the station turned sun into energy: yields, ratios, availability, and where the rest went. */
export default function PerformanceTab({ station, now }: StationTabProps) {
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const periodTexts = usePeriodTexts()
  const [query, change] = useUrlState(fields, useSearchParams())
  const today = dayAt(now, station.timeZone)
  const date = query.date !== '' && query.date <= today ? query.date : today
  const { period } = query
  const params = { stationId: station.id }
  const statistics = useEndpoint(
    'GET /stations/:stationId/statistics',
    { params, query: { period, date } },
    { refetchMs: 2 * pollMs },
  )
  // The way of the energy is worked out for months; of a year the chosen day's month is shown.
  const losses = useEndpoint('GET /stations/:stationId/losses', { params, query: { period: 'month', date } })

  return (
    <div className={styles.day}>
      <Toolbar
        end={
          <PeriodPicker
            period={period}
            value={date}
            today={today}
            onChange={(day) => change({ date: day > today ? '' : day })}
            label={text('detail.pickPeriod')}
            texts={periodTexts}
            format={(from) =>
              format.dayPart(from, period === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'long' })
            }
          />
        }
      >
        <Segmented
          label={text('detail.period')}
          value={period}
          options={(['month', 'year'] as const).map((value) => ({ value, label: common(`period.${value}`) }))}
          onChange={(value) => change({ period: value })}
        />
      </Toolbar>
      {statistics.error && !statistics.data ? (
        <Card>
          <Failure title={text('failed.periodTitle')} error={statistics.error} onRetry={statistics.refetch} />
        </Card>
      ) : statistics.data ? (
        <RatioTable figures={statistics.data.figures} />
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

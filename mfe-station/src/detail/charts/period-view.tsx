import type { Station } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { dayAt } from '@helioport/time'
import { Card, Empty } from '@helioport/ui'
import { Failure } from '../../station/failure.tsx'
import { StationAge } from '../../station/station-age.tsx'
import { WorkingNote } from '../../station/working-note.tsx'
import { useTabText } from '../tab-texts.ts'
import { pollMs } from '../../station/use-fleet.ts'
import { DaySkeleton } from '../detail-skeleton.tsx'
import styles from '../detail.module.css'
import { DeviceBars } from './device-bars.tsx'
import { EnergyChart } from './energy-chart.tsx'
import { PeriodTiles } from './period-tiles.tsx'

interface PeriodViewProps {
  station: Station
  period: 'week' | 'month' | 'year' | 'total'
  /** A day of the period. */
  date: string
  /** Epoch ms. */
  now: number
  /** A day of the period to compare with. */
  earlier: string | undefined
  onDay: (day: string) => void
}

/** A week, a month, a year or all time: its figures, a bar for each part of it, its devices. */
export function PeriodView({ station, period, date, now, earlier, onDay }: PeriodViewProps) {
  const text = useTabText()
  const params = { stationId: station.id }
  const shown = useEndpoint(
    'GET /stations/:stationId/statistics',
    { params, query: { period, date } },
    { refetchMs: 2 * pollMs },
  )
  const former = useEndpoint(
    'GET /stations/:stationId/statistics',
    { params, query: { period, date: earlier ?? date } },
    { enabled: earlier !== undefined },
  )
  const { data, error } = shown
  if (error && !data)
    return (
      <Card>
        <Failure title={text('failed.periodTitle')} error={error} onRetry={shown.refetch} />
      </Card>
    )
  if (!data) return <DaySkeleton />
  const isEmpty = data.series.every(({ energyKwh }) => energyKwh === null)
  return (
    <div className={styles.day} data-waiting={shown.isPrevious || undefined} aria-busy={shown.isPrevious}>
      <WorkingNote working={data.working} />
      <PeriodTiles
        statistics={data}
        age={
          data.to >= dayAt(now, station.timeZone) && <StationAge station={{ ...station, age: data.age }} now={now} />
        }
      />
      {isEmpty ? (
        <Card>
          <Empty icon="chart" title={text('chart.emptyPeriod')} hint={text('chart.emptyHint')} />
        </Card>
      ) : (
        <EnergyChart
          statistics={data}
          station={station}
          {...(earlier !== undefined && former.data && !former.isPrevious ? { former: former.data } : {})}
          onDay={onDay}
        />
      )}
      <DeviceBars memberId={station.memberId} devices={data.devices} />
    </div>
  )
}

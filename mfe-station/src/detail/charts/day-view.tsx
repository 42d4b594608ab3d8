import { useMemo, useState } from 'react'
import { sampleMinutes, type Station } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useFormat } from '@helioport/i18n'
import { Button, Card, Empty, Notice } from '@helioport/ui'
import type { ShownDay } from '@helioport/ui/date'
import { ConnectLink } from '../../station/connect-link.tsx'
import { Failure } from '../../station/failure.tsx'
import { WorkingNote } from '../../station/working-note.tsx'
import { useTabText } from '../tab-texts.ts'
import { pollMs } from '../../station/use-fleet.ts'
import { DaySkeleton } from '../detail-skeleton.tsx'
import styles from '../detail.module.css'
import { DeviceList } from './device-list.tsx'
import { deviceSharesOf, firstMarked, toggled } from './device-shares.ts'
import { KeptAsideCard } from './kept-aside-card.tsx'
import { KpiTiles } from './kpi-tiles.tsx'
import { type ChartView, PowerChart } from './power-chart.tsx'

interface DayViewProps {
  station: Station
  shown: ShownDay
  now: number
  view: ChartView
  onView: (view: ChartView) => void
  /** The earlier day to draw behind it. */
  earlier: string | undefined
  onDay: (day: string) => void
}

/** Views in which an earlier day can be drawn. */
const comparable: ReadonlySet<ChartView> = new Set(['station', 'energy', 'income'])

/** One day: its figures, its curves, its devices. */
export function DayView({ station, shown, now, view, onView, earlier, onDay }: DayViewProps) {
  const text = useTabText()
  const format = useFormat()
  const day = useEndpoint(
    'GET /stations/:stationId/day',
    { params: { stationId: station.id }, query: shown.asked === undefined ? {} : { date: shown.asked } },
    shown.isToday ? { refetchMs: pollMs } : {},
  )
  const former = useEndpoint(
    'GET /stations/:stationId/day',
    { params: { stationId: station.id }, query: { date: earlier ?? '1970-01-01' } },
    { enabled: earlier !== undefined && comparable.has(view) },
  )
  const [chosen, setChosen] = useState<readonly string[]>()
  const shares = useMemo(() => deviceSharesOf(day.data?.devices ?? []), [day.data])
  const marked = useMemo(() => chosen ?? firstMarked(shares), [chosen, shares])
  const isEmpty = day.data !== undefined && day.data.powerW.every((value) => value === null)
  const { lastWithData } = shown

  return (
    <>
      {shown.isLastWithData && shown.date !== undefined && (
        <Notice tone="info">{text('detail.lastDay', { date: format.date(shown.date) })}</Notice>
      )}
      {day.error && !day.data && (
        <Card>
          <Failure title={text('failed.dayTitle')} error={day.error} onRetry={day.refetch} />
        </Card>
      )}
      {!day.error && !day.data && <DaySkeleton />}
      {day.data && (
        <div className={styles.day} data-waiting={day.isPrevious || undefined} aria-busy={day.isPrevious}>
          <WorkingNote working={day.data.working} />
          {day.data.binMinutes > sampleMinutes && <Notice tone="info">{text('detail.quarterHours')}</Notice>}
          <KpiTiles station={station} day={day.data} isToday={shown.isToday} now={now} />
          {isEmpty ? (
            <Card>
              <Empty
                icon="chart"
                title={text('chart.empty')}
                hint={text('chart.emptyHint')}
                action={
                  lastWithData !== undefined && lastWithData !== shown.date ? (
                    <Button onClick={() => onDay(lastWithData)}>{text('chart.openLast')}</Button>
                  ) : station.age.state === 'none' ? (
                    <ConnectLink station={station} />
                  ) : null
                }
              />
            </Card>
          ) : (
            <PowerChart
              station={station}
              day={day.data}
              isToday={shown.isToday}
              {...(earlier !== undefined && former.data?.date === earlier ? { former: former.data } : {})}
              view={view}
              onView={onView}
              shares={shares}
              marked={marked}
            />
          )}
          <KeptAsideCard station={station} day={day.data} />
          <DeviceList
            memberId={station.memberId}
            shares={shares}
            marked={marked}
            onToggle={(deviceId) => {
              setChosen(toggled(marked, deviceId))
              onView('devices')
            }}
          />
        </div>
      )}
    </>
  )
}

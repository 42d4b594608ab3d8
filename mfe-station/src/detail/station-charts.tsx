import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Station } from '@helioport/contract'
import { type ApiErrorCode, useEndpoint } from '@helioport/api-client'
import { useFormat } from '@helioport/i18n'
import { Button, Card, Empty, Notice, Page, urlChoice, urlMatch, useUrlState, useNow } from '@helioport/ui'
import { type ShownDay, shownDayOf } from '@helioport/ui/date'
import { Failure } from '../station/failure.tsx'
import { MissingStation } from '../station/missing.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { pollMs } from '../station/use-stations.ts'
import { DaySkeleton, DetailSkeleton } from './detail-skeleton.tsx'
import { DeviceList } from './device-list.tsx'
import { deviceSharesOf, firstMarked, toggled } from './device-shares.ts'
import { KpiTiles } from './kpi-tiles.tsx'
import { type ChartView, PowerChart } from './power-chart.tsx'
import { StationHeader } from './station-header.tsx'
import styles from './detail.module.css'

interface StationChartsProps {
  memberId: string
  stationId: string
}

const clockTickMs = 20_000

/** What the URL's query says of the page; no date: today at the plant, or its last day with data. */
const chartFields = { date: urlMatch(/^\d{4}-\d{2}-\d{2}$/), view: urlChoice(['station', 'devices']) }

/** Answers that mean "not for you, or not there". */
const missingCodes: readonly ApiErrorCode[] = ['notFound', 'access.denied', 'request.invalid']

/** The tab `charts`: one day of a station. */
export function StationCharts({ memberId, stationId }: StationChartsProps) {
  const text = useStationText()
  const now = useNow(clockTickMs)
  const [query, change] = useUrlState(chartFields, useSearchParams())
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId } }, { refetchMs: pollMs })
  const plant = station.data && { timeZone: station.data.timeZone, measuredAt: station.data.age.measuredAt }
  const shown = shownDayOf(query.date || null, plant, now)

  if (station.error && missingCodes.includes(station.error.code)) return <MissingStation />
  if (station.error && !station.data)
    return (
      <Page>
        <Card>
          <Failure title={text('failed.stationTitle')} error={station.error} onRetry={station.refetch} />
        </Card>
      </Page>
    )
  if (!station.data) return <DetailSkeleton />
  if (station.data.memberId !== memberId) return <MissingStation />

  const goTo = (date: string) => change({ date: date === shown.today && !shown.isLastWithData ? '' : date })
  return (
    <Page>
      <StationHeader station={station.data} shown={shown} now={now} onDay={goTo} />
      <StationDayView
        station={station.data}
        shown={shown}
        now={now}
        refreshFailedAt={station.error ? station.updatedAt : undefined}
        view={query.view}
        onView={(view) => change({ view })}
        onDay={goTo}
      />
    </Page>
  )
}

interface StationDayViewProps {
  station: Station
  shown: ShownDay
  now: number
  /** When the shown figures arrived, epoch ms, if the last try to renew them failed. */
  refreshFailedAt: number | undefined
  view: ChartView
  onView: (view: ChartView) => void
  onDay: (day: string) => void
}

function StationDayView({ station, shown, now, refreshFailedAt, view, onView, onDay }: StationDayViewProps) {
  const text = useStationText()
  const format = useFormat()
  const day = useEndpoint(
    'GET /stations/:stationId/day',
    { params: { stationId: station.id }, query: shown.asked === undefined ? {} : { date: shown.asked } },
    shown.isToday ? { refetchMs: pollMs } : {},
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
      {refreshFailedAt !== undefined && (
        <Notice tone="warn">{text('age.refreshFailed', { time: format.time(refreshFailedAt) })}</Notice>
      )}
      {day.error && !day.data && (
        <Card>
          <Failure title={text('failed.dayTitle')} error={day.error} onRetry={day.refetch} />
        </Card>
      )}
      {!day.error && !day.data && <DaySkeleton />}
      {day.data && (
        <div className={styles.day} data-waiting={day.isPrevious || undefined} aria-busy={day.isPrevious}>
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
                  ) : null
                }
              />
            </Card>
          ) : (
            <PowerChart
              station={station}
              day={day.data}
              isToday={shown.isToday}
              view={view}
              onView={onView}
              shares={shares}
              marked={marked}
            />
          )}
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

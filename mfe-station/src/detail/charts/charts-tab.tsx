import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useText } from '@helioport/i18n'
import { Paper, Segmented, Toolbar, urlChoice, urlText, useUrlState } from '@helioport/ui'
import { ChartRange } from '@helioport/ui/chart'
import { shownDayOf, urlDay } from '@helioport/ui/date'
import { useStationText } from '../../station/use-station-text.ts'
import { DaySkeleton } from '../detail-skeleton.tsx'
import type { StationTabProps } from '../station-tab-props.ts'
import { StretchPicker, StretchTitle } from '../stretch-picker.tsx'
import { ChartActions } from './chart-actions.tsx'
import { comparisonIn, comparisons, earlierDay } from './comparison.ts'
import { DayView } from './day-view.tsx'
import { chartViews } from './power-chart.tsx'
import { usePrint } from './use-print.ts'
import styles from './chart-actions.module.css'

const loadPeriodView = () => import('./period-view.tsx')
const PeriodView = lazy(async () => ({ default: (await loadPeriodView()).PeriodView }))
/** A failure shows when the view is opened. */
const fetchPeriodView = () => void loadPeriodView().catch(() => undefined)

const periods = ['day', 'week', 'month', 'year', 'total'] as const

/** State of the tab in the URL's query. Without a date: today at the plant, or its last day with data. */
const chartFields = {
  period: urlChoice(periods),
  date: urlDay,
  view: urlChoice(chartViews),
  compare: urlChoice(comparisons),
  zoom: urlText(27),
}

/** Power of a day, energy of a week, month, year or in total. */
export default function ChartsTab({ station, now }: StationTabProps) {
  const text = useStationText()
  const common = useText()
  const [query, change] = useUrlState(chartFields, useSearchParams())
  const { period } = query
  const { host, isPrinting, print } = usePrint<HTMLDivElement>()
  const shown = shownDayOf(query.date || null, { timeZone: station.timeZone, measuredAt: station.age.measuredAt }, now)
  const { date, today } = shown
  if (date === undefined || today === undefined) return null

  const goTo = (day: string) => change({ date: day === today && !shown.isLastWithData ? '' : day, zoom: '' })
  const comparison = comparisonIn(period, query.compare)
  const earlier = earlierDay(period, date, comparison)
  return (
    <div ref={host} className={styles.sheet} data-printing={isPrinting || undefined}>
      <Toolbar end={period !== 'total' && <StretchPicker period={period} date={date} today={today} onDay={goTo} />}>
        <div className={styles.periods} onPointerOver={fetchPeriodView} onFocus={fetchPeriodView}>
          <Segmented
            label={text('detail.period')}
            value={period}
            options={periods.map((value) => ({ value, label: common(`period.${value}`) }))}
            onChange={(value) => change({ period: value, zoom: '' })}
          />
        </div>
        <ChartActions
          station={station}
          period={period}
          date={date}
          comparison={comparison}
          onComparison={(compare) => change({ compare })}
          onPrint={print}
        />
      </Toolbar>
      {period !== 'total' && <StretchTitle period={period} date={date} />}
      <Paper on={isPrinting}>
        <ChartRange value={query.zoom} onChange={(zoom) => change({ zoom })}>
          {period === 'day' ? (
            <DayView
              station={station}
              shown={shown}
              now={now}
              view={query.view}
              onView={(view) => change({ view })}
              earlier={earlier}
              onDay={goTo}
            />
          ) : (
            <Suspense fallback={<DaySkeleton />}>
              <PeriodView
                station={station}
                period={period}
                date={date}
                now={now}
                earlier={earlier}
                onDay={(day) => change({ period: 'day', date: day === today ? '' : day })}
              />
            </Suspense>
          )}
        </ChartRange>
      </Paper>
    </div>
  )
}

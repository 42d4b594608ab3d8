import { useMemo } from 'react'
import type { Station } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Empty, SkeletonChart } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { Failure } from '../../station/failure.tsx'
import { useTabText } from '../tab-texts.ts'
import styles from '../detail.module.css'
import { daysOf } from './days.ts'

interface StretchChartProps {
  station: Station
  /** First and last local day, at most a year. */
  from: string
  to: string
}

const height = 340
/** About the horizontal pixels of a chart. */
const points = 1500

/** Power over a week, month or year: 5-minute means, thinned by the service to the points that keep the shape. */
export function StretchChart({ station, from, to }: StretchChartProps) {
  const text = useTabText()
  const common = useText()
  const format = useFormat()
  const texts = useChartTexts(station.timeZone)
  const power = useEndpoint('GET /stations/:stationId/series', {
    params: { stationId: station.id },
    query: { from, to, points },
  })
  const { data } = power
  const days = useMemo(() => daysOf(from, to, station.timeZone), [from, to, station.timeZone])
  const ticks = useMemo(
    () => days.starts.map(({ at, day }) => ({ at, label: format.dayPart(day, { month: 'numeric', day: 'numeric' }) })),
    [days, format],
  )
  const series = useMemo(
    (): Series[] => [
      {
        id: 'power',
        label: common('figure.power'),
        unit: 'power',
        kind: 'line',
        tone: 'generation',
        values: data?.powerW ?? [],
      },
    ],
    [data, common],
  )
  const formatValue = useMemo(() => ({ power: (watts: number) => format.power(watts).text }), [format])
  if (power.error && !data)
    return <Failure title={text('failed.periodTitle')} error={power.error} onRetry={power.refetch} />
  if (!data) return <SkeletonChart height={height} />
  if (data.knownBins === 0) return <Empty icon="chart" title={text('chart.emptyPeriod')} />
  return (
    <div data-testid="stretch-chart" data-bins={data.bins} aria-busy={power.isPrevious}>
      <TimeSeriesChart
        key={`${data.from} ${data.to}`}
        label={text('chart.periodAria', { from: format.date(data.from), to: format.date(data.to) })}
        from={days.from}
        to={days.to}
        binMinutes={data.binMinutes}
        starts={data.at}
        timeZone={data.timeZone}
        height={height}
        series={series}
        ticks={ticks}
        formatValue={formatValue}
        formatTime={(at) => format.dateTime(at, data.timeZone)}
        formatBin={(bin) => format.dateTime(data.at[bin] ?? null, data.timeZone)}
        texts={texts}
      />
      <p className={styles.foot}>
        {text('chart.thinned', {
          shown: format.number(data.at.length),
          all: format.number(data.knownBins),
          minutes: format.number(data.binMinutes),
        })}
      </p>
    </div>
  )
}

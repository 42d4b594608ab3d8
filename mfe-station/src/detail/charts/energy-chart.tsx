import { useMemo, useState } from 'react'
import type { FiguresBin, Station, StationStatistics } from '@helioport/contract'
import { type Format, useChartTexts, useFormat } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { BarChart } from '@helioport/ui/chart'
import { useTabText } from '../tab-texts.ts'
import styles from '../detail.module.css'
import { isSensed, type Quantity, usePeriodFormats, usePeriodSeries } from './period-series.ts'
import { StretchChart } from './stretch-chart.tsx'

interface EnergyChartProps {
  station: Station
  statistics: StationStatistics
  /** The period before; each of its bars stands beside the bar of the same number. */
  former?: StationStatistics
  onDay: (day: string) => void
}

const chartHeight = 340
/** The coverage of days below this share is stated. */
const wellCovered = 0.9

type View = Exclude<Quantity, 'irradiation'> | 'power' | 'weather'

const quantityOf = (view: View): Quantity => (view === 'power' ? 'energy' : view === 'weather' ? 'irradiation' : view)

/** A bar for each day, month or year; the irradiation as a line if a sensor reports it; and the temperatures. */
export function EnergyChart({ station, statistics, former, onDay }: EnergyChartProps) {
  const text = useTabText()
  const [view, setView] = useState<View>('energy')
  const { series: bins, step, from, to } = statistics
  const views: View[] = [
    'energy',
    // A power curve over all time would be only a row of nights.
    ...(statistics.period === 'total' ? [] : (['power'] as const)),
    ...(statistics.figures.income === null ? [] : (['income'] as const)),
    'yield',
    ...(bins.some(isSensed) ? (['weather'] as const) : []),
  ]

  return (
    <Card
      title={text(`chart.${view}`)}
      extra={
        <Segmented
          label={text('chart.view')}
          value={view}
          options={views.map((value) => ({ value, label: text(`chart.${value}`) }))}
          onChange={setView}
        />
      }
    >
      {view === 'power' ? (
        <StretchChart station={station} from={from} to={to} />
      ) : (
        <PeriodBars statistics={statistics} quantity={quantityOf(view)} {...(former && { former })} />
      )}
      {step === 'day' && <PartlyCovered bins={bins} onDay={onDay} />}
    </Card>
  )
}

interface PeriodBarsProps extends Pick<EnergyChartProps, 'statistics' | 'former'> {
  quantity: Quantity
}

function PeriodBars({ statistics, former, quantity }: PeriodBarsProps) {
  const text = useTabText()
  const format = useFormat()
  const { series: bins, step, currency, from, to } = statistics
  const names = useMemo(() => bins.map((bin) => nameOf(bin, step, format)), [bins, step, format])
  return (
    <div data-testid="period-chart">
      <BarChart
        key={quantity}
        label={text('chart.periodAria', { from: format.date(from), to: format.date(to) })}
        bins={names}
        series={usePeriodSeries(statistics, former, quantity)}
        formatValue={usePeriodFormats(currency)}
        height={chartHeight}
        texts={useChartTexts(statistics.timeZone)}
      />
    </div>
  )
}

/** Incompletely covered days, each with a link. */
function PartlyCovered({ bins, onDay }: { bins: readonly FiguresBin[]; onDay: (day: string) => void }) {
  const text = useTabText()
  const format = useFormat()
  return (
    <p className={styles.dayLinks}>
      {bins
        .filter(({ coverage, energyKwh }) => energyKwh !== null && (coverage.energy ?? 1) < wellCovered)
        .map(({ from, coverage }) => (
          <button key={from} type="button" className={styles.dayLink} onClick={() => onDay(from)}>
            {text('chart.partly', { date: format.date(from), share: format.percent(coverage.energy, 0) })}
          </button>
        ))}
    </p>
  )
}

function nameOf({ from }: FiguresBin, step: StationStatistics['step'], format: Format) {
  if (step === 'year') return { label: from.slice(0, 4), title: format.dayPart(from, { year: 'numeric' }) }
  if (step === 'month')
    return {
      label: format.dayPart(from, { month: 'short' }),
      title: format.dayPart(from, { month: 'long', year: 'numeric' }),
    }
  return { label: format.dayPart(from, { day: 'numeric' }), title: format.date(from) }
}

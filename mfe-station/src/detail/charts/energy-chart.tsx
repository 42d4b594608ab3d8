import { useMemo, useState } from 'react'
import type { FiguresBin, Station, StationStatistics } from '@helioport/contract'
import { type Format, useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { BarChart, type Series } from '@helioport/ui/chart'
import { useStationText } from '../../station/use-station-text.ts'
import styles from '../detail.module.css'
import { StretchChart } from './stretch-chart.tsx'

interface EnergyChartProps {
  station: Station
  statistics: StationStatistics
  /** The period before; its bars stand beside those of the same number. */
  former?: StationStatistics
  onDay: (day: string) => void
}

const chartHeight = 340

type Quantity = 'energy' | 'income' | 'yield' | 'irradiation'
type View = Exclude<Quantity, 'irradiation'> | 'power' | 'weather'

const valueOf: Record<Quantity, (bin: FiguresBin) => number | null> = {
  energy: (bin) => bin.energyKwh,
  income: (bin) => bin.income,
  yield: (bin) => bin.specificYield,
  irradiation: (bin) => bin.irradiationKwhM2,
}

const quantityOf = (view: View): Quantity => (view === 'power' ? 'energy' : view === 'weather' ? 'irradiation' : view)

/** A bar for each day, month or year; the sun that there was as a line, where a sensor reports, and the temperatures. */
export function EnergyChart({ station, statistics, former, onDay }: EnergyChartProps) {
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const texts = useChartTexts(statistics.timeZone)
  const [view, setView] = useState<View>('energy')
  const quantity = quantityOf(view)
  const { series: bins, step, currency } = statistics

  const names = useMemo(() => bins.map((bin) => nameOf(bin, step, format)), [bins, step, format])
  const series = useMemo(() => {
    const bar = { unit: quantity, kind: 'bar', tone: quantity === 'irradiation' ? 'irradiance' : 'generation' } as const
    const all: Series[] = [{ ...bar, id: 'now', label: text(`chart.${quantity}`), values: bins.map(valueOf[quantity]) }]
    if (former)
      all.push({
        ...bar,
        id: 'former',
        label: text('chart.before'),
        dashed: true,
        values: bins.map((_, index) => {
          const same = former.series[index]
          return same ? valueOf[quantity](same) : null
        }),
      })
    if (
      quantity !== 'income' &&
      quantity !== 'irradiation' &&
      bins.some(({ irradiationKwhM2 }) => irradiationKwhM2 !== null)
    )
      all.push({
        id: 'irradiation',
        label: common('figure.irradiation'),
        unit: 'irradiation',
        kind: 'line',
        tone: 'irradiance',
        axis: 'end',
        fromZero: true,
        values: bins.map(({ irradiationKwhM2 }) => irradiationKwhM2),
      })
    if (quantity === 'irradiation') all.push(...temperaturesOf(bins, text))
    return all.filter(({ values }) => values.some((value) => value !== null))
  }, [bins, former, quantity, text, common])
  const formatValue = useMemo(
    () => ({
      energy: (kwh: number) => format.energy(kwh).text,
      income: (amount: number) => format.money(amount, currency),
      yield: (hours: number) => format.quantity(hours, 'kWh/kWp', 2).text,
      irradiation: (value: number) => format.quantity(value, 'kWh/m²', 1).text,
      temperature: (value: number) => format.quantity(value, '°C', 1).text,
    }),
    [format, currency],
  )
  const views: View[] = [
    'energy',
    // A curve over all time would be a year of nights beside another.
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
        <StretchChart station={station} from={statistics.from} to={statistics.to} />
      ) : (
        <div data-testid="period-chart">
          <BarChart
            key={quantity}
            label={text('chart.periodAria', { from: format.date(statistics.from), to: format.date(statistics.to) })}
            bins={names}
            series={series}
            formatValue={formatValue}
            height={chartHeight}
            texts={texts}
          />
        </div>
      )}
      {step === 'day' && (
        <p className={styles.dayLinks}>
          {bins
            .filter(
              ({ coverage, energyKwh }) => energyKwh !== null && coverage.energy !== null && coverage.energy < 0.9,
            )
            .map(({ from, coverage }) => (
              <button key={from} type="button" className={styles.dayLink} onClick={() => onDay(from)}>
                {text('chart.partly', { date: format.date(from), share: format.percent(coverage.energy, 0) })}
              </button>
            ))}
        </p>
      )}
    </Card>
  )
}

const isSensed = ({ irradiationKwhM2, ambientC, moduleC }: FiguresBin) =>
  irradiationKwhM2 !== null || ambientC !== null || moduleC !== null

/** Means of the daylight, as lines on an axis of their own. */
function temperaturesOf(bins: readonly FiguresBin[], text: ReturnType<typeof useStationText>): Series[] {
  const line = { unit: 'temperature', kind: 'line', axis: 'end', fromZero: false } as const
  return [
    { ...line, id: 'module', label: text('chart.module'), tone: 'temperature', values: bins.map((bin) => bin.moduleC) },
    { ...line, id: 'ambient', label: text('chart.ambient'), tone: 'wind', values: bins.map((bin) => bin.ambientC) },
  ]
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

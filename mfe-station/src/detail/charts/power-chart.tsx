import { useCallback, useMemo } from 'react'
import type { Station, StationDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import { useStationText } from '../../station/use-station-text.ts'
import type { DeviceShare } from './device-shares.ts'
import { HoursChart } from './hours-chart.tsx'

export const chartViews = ['station', 'energy', 'income', 'devices', 'weather'] as const
export type ChartView = (typeof chartViews)[number]

interface PowerChartProps {
  station: Station
  day: StationDay
  isToday: boolean
  /** An earlier day, to be drawn behind. */
  former?: StationDay
  view: ChartView
  onView: (view: ChartView) => void
  shares: readonly DeviceShare[]
  /** Devices in colour; the others stay grey behind them. */
  marked: readonly string[]
}

const chartHeight = 360

function useStationSeries(day: StationDay, former: StationDay | undefined): Series[] {
  const text = useText()
  const own = useStationText()
  const format = useFormat()
  return useMemo(() => {
    const isWhole = (bin: number) => (day.powerCoverage[bin] ?? 1) === 1
    const power: Series = {
      id: 'power',
      label: text('figure.power'),
      unit: 'power',
      kind: 'area',
      tone: 'generation',
      values: day.powerW.map((value, bin) => (isWhole(bin) ? value : null)),
    }
    const earlier: Series[] = former
      ? [{ ...power, id: 'former', label: format.date(former.date), kind: 'line', dashed: true, values: former.powerW }]
      : []
    const values = day.powerW.map((value, bin) => (isWhole(bin) ? null : value))
    const partial: Series[] = values.some((value) => value !== null)
      ? [{ ...power, id: 'partial', label: own('chart.partial'), kind: 'line', dashed: true, values }]
      : []
    if (day.irradianceWm2.every((value) => value === null)) return [power, ...partial, ...earlier]
    const irradiance: Series = {
      id: 'irradiance',
      label: text('figure.irradiance'),
      unit: 'irradiance',
      kind: 'line',
      tone: 'irradiance',
      axis: 'end',
      values: day.irradianceWm2,
    }
    return [power, ...partial, irradiance, ...earlier]
  }, [text, own, format, day, former])
}

function useDeviceSeries(shares: readonly DeviceShare[], marked: readonly string[]): Series[] {
  return useMemo(() => {
    return shares.map(({ deviceId, name, powerW }): Series => {
      const at = marked.indexOf(deviceId)
      const curve = { id: deviceId, label: name, unit: 'power', kind: 'line', values: powerW } as const
      return at < 0 ? { ...curve, tone: 'neutral', muted: true } : { ...curve, color: at }
    })
  }, [shares, marked])
}

/** Irradiance, and temperatures on an axis of their own; series of which nothing was measured are left out. */
function useWeatherSeries(day: StationDay): Series[] {
  const text = useStationText()
  const common = useText()
  return useMemo(() => {
    const temperature = { unit: 'temperature', kind: 'line', axis: 'end', fromZero: false } as const
    const all: Series[] = [
      {
        id: 'irradiance',
        label: common('figure.irradiance'),
        unit: 'irradiance',
        kind: 'area',
        tone: 'irradiance',
        values: day.irradianceWm2,
      },
      { ...temperature, id: 'module', label: text('chart.module'), tone: 'temperature', values: day.moduleC },
      { ...temperature, id: 'ambient', label: text('chart.ambient'), tone: 'wind', values: day.ambientC },
    ]
    return all.filter(({ values }) => values.some((value) => value !== null))
  }, [text, common, day])
}

/** The day's curves: power of the station with irradiance or of its devices on one scale, its hours, its weather. */
export function PowerChart(props: PowerChartProps) {
  const { station, day, former, isToday, onView, shares, marked } = props
  const weather = useWeatherSeries(day)
  const empty: Partial<Record<ChartView, boolean>> = {
    income: day.figures.income === null,
    weather: weather.length === 0,
  }
  const offered = chartViews.filter((each) => !empty[each])
  const view = offered.includes(props.view) ? props.view : 'station'
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const chartTexts = useChartTexts(day.timeZone)
  const ofStation = useStationSeries(day, former)
  const ofDevices = useDeviceSeries(shares, marked)
  const night = useMemo(() => nightSpans(day), [day])
  const formatTime = useCallback((instant: number) => format.time(instant, day.timeZone), [format, day.timeZone])
  const formatValue = useMemo(
    () => ({
      power: (watts: number) => format.power(watts).text,
      irradiance: (value: number) => format.quantity(value, 'W/m²', 0).text,
      temperature: (value: number) => format.quantity(value, '°C', 1).text,
    }),
    [format],
  )
  const { measuredAt } = day.age

  return (
    <Card
      title={text(view === 'energy' || view === 'income' ? `chart.${view}Hours` : 'chart.title')}
      extra={
        <Segmented
          label={text('chart.view')}
          value={view}
          options={offered.map((value) => ({
            value,
            label: text(value === 'station' ? 'chart.power' : `chart.${value}`),
            ...(value === 'devices' && { count: format.number(shares.length) }),
          }))}
          onChange={onView}
        />
      }
    >
      <div data-testid="day-chart" data-date={day.date}>
        {view === 'energy' || view === 'income' ? (
          <HoursChart
            key={view}
            day={day}
            {...(former && { former })}
            quantity={view}
            station={station}
            height={chartHeight}
          />
        ) : (
          <TimeSeriesChart
            key={view}
            label={text('chart.aria', { name: station.name, date: format.date(day.date) })}
            from={day.from}
            to={day.to}
            binMinutes={day.binMinutes}
            timeZone={day.timeZone}
            height={chartHeight}
            series={view === 'station' ? ofStation : view === 'devices' ? ofDevices : weather}
            formatValue={formatValue}
            formatTime={formatTime}
            night={night}
            quality={day.quality}
            texts={chartTexts}
            {...(isToday && measuredAt !== null
              ? {
                  lastDatum: {
                    at: measuredAt,
                    text: common('chart.asOf', { time: formatTime(Date.parse(measuredAt)) }),
                  },
                }
              : {})}
          />
        )}
      </div>
    </Card>
  )
}

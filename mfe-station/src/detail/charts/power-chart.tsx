import { useCallback, useMemo } from 'react'
import type { Station, StationDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import { useTabText } from '../tab-texts.ts'
import { useDeviceSeries, useStationSeries, useWeatherSeries } from './day-series.ts'
import type { DeviceShare } from './device-shares.ts'
import { HoursChart } from './hours-chart.tsx'

export const chartViews = ['station', 'energy', 'income', 'devices', 'weather'] as const
export type ChartView = (typeof chartViews)[number]

interface PowerChartProps {
  station: Station
  day: StationDay
  isToday: boolean
  /** An earlier day, drawn behind. */
  former?: StationDay
  view: ChartView
  onView: (view: ChartView) => void
  shares: readonly DeviceShare[]
  /** Devices in colour; the others stay grey behind them. */
  marked: readonly string[]
}

const chartHeight = 360

/** The day's curves: power of the station with irradiance, of its devices on one scale, its hours, its weather. */
export function PowerChart(props: PowerChartProps) {
  const { station, day, former, isToday, onView, shares, marked } = props
  const text = useTabText()
  const format = useFormat()
  const weather = useWeatherSeries(day)
  const ofStation = useStationSeries(day, former)
  const ofDevices = useDeviceSeries(shares, marked)
  const empty: Partial<Record<ChartView, boolean>> = {
    income: day.figures.income === null,
    weather: weather.length === 0,
  }
  const offered = chartViews.filter((each) => !empty[each])
  const view = offered.includes(props.view) ? props.view : 'station'
  const isHours = view === 'energy' || view === 'income'
  return (
    <Card
      title={text(isHours ? `chart.${view}Hours` : 'chart.title')}
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
        {isHours ? (
          <HoursChart
            key={view}
            day={day}
            {...(former && { former })}
            quantity={view}
            station={station}
            height={chartHeight}
          />
        ) : (
          <DayCurves
            key={view}
            name={station.name}
            day={day}
            isToday={isToday}
            series={view === 'station' ? ofStation : view === 'devices' ? ofDevices : weather}
          />
        )}
      </div>
    </Card>
  )
}

interface DayCurvesProps {
  /** Name of the station. */
  name: string
  day: StationDay
  isToday: boolean
  series: Series[]
}

function DayCurves({ name, day, isToday, series }: DayCurvesProps) {
  const text = useTabText()
  const common = useText()
  const format = useFormat()
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
    <TimeSeriesChart
      label={text('chart.aria', { name, date: format.date(day.date) })}
      from={day.from}
      to={day.to}
      binMinutes={day.binMinutes}
      timeZone={day.timeZone}
      height={chartHeight}
      series={series}
      formatValue={formatValue}
      formatTime={formatTime}
      night={night}
      quality={day.quality}
      texts={useChartTexts(day.timeZone)}
      {...(isToday &&
        measuredAt !== null && {
          lastDatum: { at: measuredAt, text: common('chart.asOf', { time: formatTime(Date.parse(measuredAt)) }) },
        })}
    />
  )
}

import { useCallback, useMemo } from 'react'
import type { Station, StationDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import { useStationText } from '../station/use-station-text.ts'
import type { DeviceShare } from './device-shares.ts'

export type ChartView = 'station' | 'devices'

interface PowerChartProps {
  station: Station
  day: StationDay
  isToday: boolean
  view: ChartView
  onView: (view: ChartView) => void
  shares: readonly DeviceShare[]
  /** Devices in colour; the others stay grey behind them. */
  marked: readonly string[]
}

const chartHeight = 360

function useStationSeries(day: StationDay): Series[] {
  const text = useText()
  return useMemo(() => {
    const power: Series = {
      id: 'power',
      label: text('figure.power'),
      unit: 'power',
      kind: 'area',
      tone: 'generation',
      values: day.powerW,
    }
    if (day.irradianceWm2.every((value) => value === null)) return [power]
    const irradiance: Series = {
      id: 'irradiance',
      label: text('figure.irradiance'),
      unit: 'irradiance',
      kind: 'line',
      tone: 'irradiance',
      axis: 'end',
      values: day.irradianceWm2,
    }
    return [power, irradiance]
  }, [text, day])
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

/** Power over the day: of the station with irradiance, or of its devices on one scale. */
export function PowerChart({ station, day, isToday, view, onView, shares, marked }: PowerChartProps) {
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const chartTexts = useChartTexts(day.timeZone)
  const ofStation = useStationSeries(day)
  const ofDevices = useDeviceSeries(shares, marked)
  const night = useMemo(() => nightSpans(day), [day])
  const formatTime = useCallback((instant: number) => format.time(instant, day.timeZone), [format, day.timeZone])
  const formatValue = useMemo(
    () => ({
      power: (watts: number) => format.power(watts).text,
      irradiance: (value: number) => format.quantity(value, 'W/m²', 0).text,
    }),
    [format],
  )
  const { measuredAt } = day.age

  return (
    <Card
      title={text('chart.title')}
      extra={
        <Segmented
          label={text('chart.view')}
          value={view}
          options={[
            { value: 'station', label: text('chart.station') },
            { value: 'devices', label: text('chart.devices'), count: format.number(shares.length) },
          ]}
          onChange={onView}
        />
      }
    >
      <div data-testid="day-chart" data-date={day.date}>
        <TimeSeriesChart
          key={view}
          label={text('chart.aria', { name: station.name, date: format.date(day.date) })}
          from={day.from}
          to={day.to}
          binMinutes={day.binMinutes}
          timeZone={day.timeZone}
          height={chartHeight}
          series={view === 'station' ? ofStation : ofDevices}
          formatValue={formatValue}
          formatTime={formatTime}
          night={night}
          quality={day.quality}
          texts={chartTexts}
          {...(isToday && measuredAt !== null
            ? {
                lastDatum: { at: measuredAt, text: common('chart.asOf', { time: formatTime(Date.parse(measuredAt)) }) },
              }
            : {})}
        />
      </div>
    </Card>
  )
}

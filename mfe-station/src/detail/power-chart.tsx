import type { Station, StationDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import { useStationText } from '../station/use-station-text.ts'
import type { DeviceShare } from './device-shares.ts'

interface PowerChartProps {
  station: Station
  day: StationDay
  isToday: boolean
  view: 'station' | 'devices'
  onView: (view: 'station' | 'devices') => void
  shares: readonly DeviceShare[]
  /** Devices in colour; the others stay grey behind them. */
  marked: readonly string[]
}

const chartHeight = 360

/** Power over the day: of the station with irradiance, or of its devices on one scale. */
export function PowerChart({ station, day, isToday, view, onView, shares, marked }: PowerChartProps) {
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const chartTexts = useChartTexts(day.timeZone)
  const hasSensor = day.irradianceWm2.some((value) => value !== null)

  const ofStation: Series[] = [
    { id: 'power', label: common('figure.power'), unit: 'power', kind: 'area', tone: 'generation', values: day.powerW },
  ]
  if (hasSensor)
    ofStation.push({
      id: 'irradiance',
      label: common('figure.irradiance'),
      unit: 'irradiance',
      kind: 'line',
      tone: 'irradiance',
      axis: 'end',
      values: day.irradianceWm2,
    })

  const ofDevices: Series[] = shares.map(({ deviceId, name, powerW }) => {
    const at = marked.indexOf(deviceId)
    const series = { id: deviceId, label: name, unit: 'power', kind: 'line', values: powerW } as const
    return at < 0 ? { ...series, tone: 'neutral', muted: true } : { ...series, color: at }
  })

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
      <TimeSeriesChart
        key={view}
        label={text('chart.aria', { name: station.name, date: format.date(day.date) })}
        from={day.from}
        to={day.to}
        binMinutes={day.binMinutes}
        timeZone={day.timeZone}
        height={chartHeight}
        series={view === 'station' ? ofStation : ofDevices}
        formatValue={{
          power: (value) => format.power(value).text,
          irradiance: (value) => format.quantity(value, 'W/m²', 0).text,
        }}
        formatTime={(instant) => format.time(instant, day.timeZone)}
        night={nightSpans(day)}
        quality={day.quality}
        texts={chartTexts}
        {...(isToday && day.age.measuredAt !== null
          ? {
              lastDatum: {
                at: day.age.measuredAt,
                text: common('chart.asOf', { time: format.time(day.age.measuredAt, day.timeZone) }),
              },
            }
          : {})}
      />
    </Card>
  )
}

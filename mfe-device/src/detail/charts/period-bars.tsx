import { type ReactNode, useMemo } from 'react'
import type { Device, DeviceStatistics, FiguresBin } from '@helioport/contract'
import { type Format, useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { BarChart, type Series } from '@helioport/ui/chart'
import type enUS from '../../messages/en-US.ts'
import { EventLinks, eventsInBins, useDeviceEvents } from './device-events.tsx'

interface PeriodBarsProps {
  device: Device
  statistics: DeviceStatistics
  compared: DeviceStatistics | undefined
  /** Name of the comparison. */
  comparedName: string
  extra: ReactNode
  /** Below the chart. */
  note: ReactNode
}

/** Energy as one bar per day, month or year, with events. */
export function PeriodBars({ device, statistics, compared, comparedName, extra, note }: PeriodBarsProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const format = useFormat()
  const texts = useChartTexts(statistics.timeZone)
  const { series: bins, step, from, to } = statistics
  const marks = useDeviceEvents({ device, from, to })
  const events = eventsInBins(
    marks.events,
    bins.map((bin) => bin.from),
    statistics.timeZone,
  )
  const names = useMemo(() => bins.map((bin) => nameOf(bin, step, format)), [bins, step, format])
  const series = useMemo(() => {
    const all: Series[] = [
      {
        id: 'energy',
        label: text('kpi.energyPeriod'),
        unit: 'energy',
        kind: 'bar',
        tone: 'generation',
        values: bins.map(({ energyKwh }) => energyKwh),
      },
    ]
    if (compared) {
      all.push({
        id: 'compared',
        label: text('parameters.compared', { name: text('kpi.energyPeriod'), of: comparedName }),
        unit: 'energy',
        kind: 'bar',
        tone: 'generation',
        dashed: true,
        values: bins.map((_, nth) => compared.series[nth]?.energyKwh ?? null),
      })
    }
    if (bins.some(({ irradiationKwhM2 }) => irradiationKwhM2 !== null)) {
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
    }
    return all
  }, [bins, compared, comparedName, text, common])
  const formatValue = useMemo(
    () => ({
      energy: (kwh: number) => format.energy(kwh).text,
      irradiation: (value: number) => format.quantity(value, 'kWh/m²', value < 1 ? 2 : 1).text,
    }),
    [format],
  )
  return (
    <Card title={text('kpi.energyPeriod')} extra={extra}>
      <div data-testid="period-chart">
        <BarChart
          label={text('chart.periodLabel', { from: format.date(from), to: format.date(to) })}
          bins={names}
          series={series}
          events={events}
          formatValue={formatValue}
          height={340}
          texts={texts}
        />
      </div>
      <EventLinks device={device} {...marks} />
      {note}
    </Card>
  )
}

function nameOf({ from }: FiguresBin, step: DeviceStatistics['step'], format: Format) {
  if (step === 'year') return { label: from.slice(0, 4), title: format.dayPart(from, { year: 'numeric' }) }
  if (step === 'month') {
    return {
      label: format.dayPart(from, { month: 'short' }),
      title: format.dayPart(from, { month: 'long', year: 'numeric' }),
    }
  }
  return { label: format.dayPart(from, { day: 'numeric' }), title: format.date(from) }
}

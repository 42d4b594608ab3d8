import type { Device, DeviceDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import type enUS from '../../messages/en-US.ts'
import { useDeviceEvents } from './device-events.tsx'
import styles from './charts-tab.module.css'

interface DayChartsProps {
  device: Device
  day: DeviceDay
  isToday: boolean
}

/** The chart of power, and smaller ones of temperature and voltage; all in the plant's time zone. */
export function DayCharts({ device, day, isToday }: DayChartsProps) {
  const text = useText<typeof enUS>('device')
  const texts = useChartTexts(day.timeZone)
  const format = useFormat()
  const { timeZone } = day
  const measuredAt = device.age.measuredAt
  const events = useDeviceEvents({ device, from: day.date, to: day.date })
  const common = {
    from: day.from,
    to: day.to,
    binMinutes: day.binMinutes,
    timeZone,
    texts,
    night: nightSpans(day),
    formatTime: (instant: number) => format.time(instant, timeZone),
    formatValue: {
      power: (value: number) => format.power(value).text,
      temperature: (value: number) => format.quantity(value, '°C', 1).text,
      voltage: (value: number) => format.quantity(value, 'V', 1).text,
    },
    ...(isToday && measuredAt !== null
      ? { lastDatum: { at: measuredAt, text: text('chart.lastDatum', { time: format.time(measuredAt, timeZone) }) } }
      : {}),
  }
  const label = (what: string) => text('chart.label', { what, device: device.name, date: format.date(day.date) })

  return (
    <>
      <Card title={text('chart.power')} subtitle={text('chart.powerHint')}>
        <TimeSeriesChart
          {...common}
          label={label(text('chart.power'))}
          height={340}
          quality={day.quality}
          events={events}
          series={[
            { id: 'dc', label: text('chart.dc'), unit: 'power', kind: 'line', tone: 'neutral', values: day.dcPowerW },
            { id: 'ac', label: text('chart.ac'), unit: 'power', kind: 'area', tone: 'generation', values: day.powerW },
          ]}
        />
      </Card>
      <div className={styles['pair']}>
        <Card title={text('chart.cabinet')}>
          <TimeSeriesChart
            {...common}
            label={label(text('chart.cabinet'))}
            height={220}
            series={[
              {
                id: 'cabinet',
                label: text('chart.cabinet'),
                unit: 'temperature',
                kind: 'line',
                tone: 'temperature',
                values: day.cabinetC,
              },
            ]}
          />
        </Card>
        <Card title={text('chart.voltage')}>
          <TimeSeriesChart
            {...common}
            label={label(text('chart.voltage'))}
            height={220}
            series={[
              {
                id: 'voltage',
                label: text('chart.voltage'),
                unit: 'voltage',
                kind: 'line',
                tone: 'neutral',
                values: day.acVoltageV,
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

import { useSearchParams } from 'react-router-dom'
import type { Device, DeviceDay } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Row, useUrlState } from '@helioport/ui'
import { type Series, TimeSeriesChart, type TimeSeriesChartProps } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import type enUS from '../../messages/en-US.ts'
import { Against } from './against.tsx'
import { comparedDays, parameterFields } from './chosen-parameters.ts'
import { ComparedNote } from './compared-note.tsx'
import { comparedValues } from './compared-values.ts'
import { EventLinks, useDeviceEvents } from './device-events.tsx'
import { useComparedName } from './use-compared-name.ts'
import { useCurves } from './use-curves.ts'
import styles from './charts-tab.module.css'

interface DayChartsProps {
  device: Device
  day: DeviceDay
  isToday: boolean
}

type CommonInput = Omit<TimeSeriesChartProps, 'label' | 'series'>

/** Common properties of all charts of a day. */
function useCommonInput({ device, day, isToday }: DayChartsProps): CommonInput {
  const text = useText<typeof enUS>('device')
  const texts = useChartTexts(day.timeZone)
  const format = useFormat()
  const { timeZone } = day
  const measuredAt = device.age.measuredAt
  return {
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
}

/** Chart of power, and smaller ones of temperature and voltage; all in the plant's time zone. */
export function DayCharts(props: DayChartsProps) {
  const { device, day } = props
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const common = useCommonInput(props)
  const label = (what: string) => text('chart.label', { what, device: device.name, date: format.date(day.date) })
  const small = (what: string, series: Pick<Series, 'id' | 'unit' | 'tone' | 'values'>) => (
    <Card title={what}>
      <TimeSeriesChart
        {...common}
        label={label(what)}
        height={220}
        series={[{ ...series, label: what, kind: 'line' }]}
      />
    </Card>
  )
  return (
    <>
      <PowerCard {...{ device, day, common }} label={label(text('chart.power'))} />
      <div className={styles['pair']}>
        {small(text('chart.cabinet'), {
          id: 'cabinet',
          unit: 'temperature',
          tone: 'temperature',
          values: day.cabinetC,
        })}
        {small(text('chart.voltage'), { id: 'voltage', unit: 'voltage', tone: 'neutral', values: day.acVoltageV })}
      </div>
    </>
  )
}

interface PowerCardProps extends Pick<DayChartsProps, 'device' | 'day'> {
  common: CommonInput
  label: string
}

/** Power of the day with its events, and that of another day or inverter. */
function PowerCard({ device, day, common, label }: PowerCardProps) {
  const text = useText<typeof enUS>('device')
  const marks = useDeviceEvents({ device, from: day.date, to: day.date })
  const [{ against }, change] = useUrlState(parameterFields, useSearchParams())
  const compared = useComparedPower(day, against)
  return (
    <Card
      title={text('chart.power')}
      subtitle={text('chart.powerHint')}
      extra={
        <Row gap={2}>
          <Against
            {...{ device, against }}
            period="day"
            date={day.date}
            onAgainst={(other) => change({ against: other })}
          />
        </Row>
      }
    >
      <TimeSeriesChart
        {...common}
        label={label}
        height={340}
        quality={day.quality}
        events={marks.events}
        series={[
          { id: 'dc', label: text('chart.dc'), unit: 'power', kind: 'line', tone: 'neutral', values: day.dcPowerW },
          { id: 'ac', label: text('chart.ac'), unit: 'power', kind: 'area', tone: 'generation', values: day.powerW },
          ...compared.series,
        ]}
      />
      <EventLinks device={device} {...marks} />
      <ComparedNote of={compared.of} isUnknown={compared.isUnknown} values={compared.series[0]?.values} />
    </Card>
  )
}

/** AC power of another day or inverter; empty while it loads. */
function useComparedPower(day: DeviceDay, against: string): { of: string; series: Series[]; isUnknown: boolean } {
  const text = useText<typeof enUS>('device')
  const days = { deviceId: day.deviceId, from: day.date, to: day.date }
  const other = comparedDays({ ...days, period: 'day' }, against)
  const { data, error } = useCurves(other ?? days, 'powerW', other !== undefined)
  const values = data && comparedValues({ ...day, bins: day.powerW.length }, data, 'powerW')
  const of = useComparedName(against, 'day')
  return {
    of,
    series: values
      ? [
          {
            id: 'compared',
            label: text('parameters.compared', { name: text('chart.ac'), of }),
            unit: 'power',
            kind: 'line',
            tone: 'generation',
            values,
            dashed: true,
          },
        ]
      : [],
    isUnknown: other !== undefined && error !== undefined && !data,
  }
}

import type { Device, DeviceCurves, DeviceParameter } from '@helioport/contract'
import { useChartTexts, useErrorText, useFormat, useText } from '@helioport/i18n'
import { dayAt, dayStart } from '@helioport/time'
import { ErrorState, SkeletonChart, Stack } from '@helioport/ui'
import { type ChartEvent, type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { nightSpans } from '@helioport/ui/date'
import type enUS from '../../messages/en-US.ts'
import { useDeviceEvents } from './device-events.tsx'
import { ComparedNote } from './compared-note.tsx'
import { comparedValues } from './compared-values.ts'
import { axesOf, colourOf, type ComparedPeriod, comparedDays, unitOf } from './chosen-parameters.ts'
import { ChosenParameters } from './chosen-buttons.tsx'
import { formatsOf } from './value-formats.ts'
import { useComparedName } from './use-compared-name.ts'
import { useCurves } from './use-curves.ts'
import { useParameterNames } from './use-parameter-names.ts'

interface ParameterChartProps {
  device: Device
  /** First and last local day. */
  from: string
  to: string
  chosen: readonly DeviceParameter[]
  period: ComparedPeriod
  /** A day of the comparison, or the id of another device; empty: none. It is chosen elsewhere on the page. */
  against: string
  onRemove: (parameter: DeviceParameter) => void
}

/** The chosen parameters on one time axis and up to two value axes, and the comparison, dashed. */
export function ParameterChart(props: ParameterChartProps) {
  const { device, from, to, period, chosen, against, onRemove } = props
  const errorText = useErrorText()
  const parameters = chosen.join(',')
  const { data, error, refetch } = useCurves({ deviceId: device.id, from, to }, parameters)
  const other = comparedDays({ deviceId: device.id, from, to, period }, against)
  const comparedName = useComparedName(against, period)
  const { events } = useDeviceEvents({ device, from, to })
  const compared = useCurves(other ?? { deviceId: device.id, from, to }, parameters, other !== undefined)
  return (
    <Stack gap={3}>
      <ChosenParameters {...{ chosen, onRemove }} />
      {data ? (
        <Chart {...{ device, from, chosen, data, events, comparedName }} compared={compared.data} />
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonChart height={340} />
      )}
      <ComparedNote
        of={comparedName}
        isUnknown={compared.error !== undefined && !compared.data}
        values={compared.data?.curves.flatMap(({ values }) => values)}
      />
    </Stack>
  )
}

interface ChartProps {
  device: Device
  from: string
  chosen: readonly DeviceParameter[]
  data: DeviceCurves
  compared: DeviceCurves | undefined
  comparedName: string
  events: readonly ChartEvent[]
}

function Chart({ device, from, chosen, data, compared, comparedName, events }: ChartProps) {
  const text = useText<typeof enUS>('device')
  const names = useParameterNames()
  const format = useFormat()
  const texts = useChartTexts(data.timeZone)
  const axes = axesOf(chosen)
  const series = chosen.flatMap((parameter): Series[] => {
    const unit = unitOf(parameter)
    const axis = axes[0] === unit ? 'start' : 'end'
    const common = { unit, kind: 'line', axis, ...colourOf(parameter, chosen) } as const
    const own = data.curves.find((curve) => curve.parameter === parameter)?.values
    const same = compared && comparedValues({ ...data, bins: own?.length ?? 0 }, compared, parameter)
    const label = names(parameter)
    return [
      ...(own ? [{ ...common, id: parameter, label, values: own }] : []),
      ...(same
        ? [
            {
              ...common,
              id: `${parameter} compared`,
              label: text('parameters.compared', { name: label, of: comparedName }),
              values: same,
              dashed: true,
            },
          ]
        : []),
    ]
  })
  const hasDays = data.binMinutes > 5
  const timeText = (at: number) => {
    if (!hasDays) return format.time(at, data.timeZone)
    const day = dayAt(at, data.timeZone)
    // Midnight is labelled by its date: a phone has no room for more below the axis.
    const date = format.dayPart(day, { month: 'short', day: 'numeric' })
    return dayStart(day, data.timeZone) === at ? date : `${date} ${format.time(at, data.timeZone)}`
  }
  const measuredAt = Date.parse(device.age.measuredAt ?? '')
  const isShown = measuredAt >= Date.parse(data.from) && measuredAt < Date.parse(data.to)
  return (
    <TimeSeriesChart
      label={text('chart.label', { what: text('parameters.title'), device: device.name, date: format.date(from) })}
      from={data.from}
      to={data.to}
      binMinutes={data.binMinutes}
      timeZone={data.timeZone}
      texts={texts}
      height={360}
      series={series}
      events={events}
      night={(data.days ?? []).flatMap(nightSpans)}
      {...(isShown && { lastDatum: { at: measuredAt, text: text('chart.lastDatum', { time: timeText(measuredAt) }) } })}
      formatTime={timeText}
      formatValue={formatsOf(format)}
    />
  )
}

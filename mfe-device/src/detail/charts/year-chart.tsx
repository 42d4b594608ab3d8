import { useEndpoint } from '@helioport/api-client'
import type { Device, DeviceDayValues, DeviceParameter } from '@helioport/contract'
import { type Format, useChartTexts, useErrorText, useFormat, useText } from '@helioport/i18n'
import { addDays, daysIn } from '@helioport/time'
import { ErrorState, SkeletonChart, Stack } from '@helioport/ui'
import { BarChart, type ChartEvent, type Series } from '@helioport/ui/chart'
import type enUS from '../../messages/en-US.ts'
import { axesOf, colourOf, comparedDays, unitOf } from './chosen-parameters.ts'
import { ChosenParameters } from './chosen-buttons.tsx'
import { ComparedNote } from './compared-note.tsx'
import { eventsInBins, useDeviceEvents } from './device-events.tsx'
import { useComparedName } from './use-compared-name.ts'
import { useParameterNames } from './use-parameter-names.ts'
import { formatsOf } from './value-formats.ts'

/** With more parameters the lines of lowest and highest values cannot be told apart. */
const mostWithReach = 2

interface YearChartProps {
  device: Device
  /** First and last local day. */
  from: string
  to: string
  chosen: readonly DeviceParameter[]
  /** A day of another year, or the id of another device; empty: none. It is chosen elsewhere on the page. */
  against: string
  onRemove: (parameter: DeviceParameter) => void
}

function useDayValues(of: { deviceId: string; from: string; to: string }, parameters: string, enabled = true) {
  const { deviceId, from, to } = of
  const reply = useEndpoint(
    'GET /devices/:deviceId/day-values',
    { params: { deviceId }, query: { from, to, parameters } },
    { enabled },
  )
  return reply.isPrevious || !enabled ? { ...reply, data: undefined } : reply
}

/** The chosen parameters by days of a year: mean, lowest and highest value. */
export function YearChart({ device, from, to, chosen, against, onRemove }: YearChartProps) {
  const errorText = useErrorText()
  const parameters = chosen.join(',')
  const { data, error, refetch } = useDayValues({ deviceId: device.id, from, to }, parameters)
  const days = { deviceId: device.id, from, to }
  const other = comparedDays({ ...days, period: 'year' }, against)
  const compared = useDayValues(other ?? days, parameters, other !== undefined)
  const comparedName = useComparedName(against, 'year')
  const { events } = useDeviceEvents({ device, from, to })
  return (
    <Stack gap={3}>
      <ChosenParameters {...{ chosen, onRemove }} />
      {data ? (
        <Chart {...{ device, chosen, data, events, comparedName }} compared={compared.data} isAlone={against === ''} />
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonChart height={340} />
      )}
      <ComparedNote
        of={comparedName}
        isUnknown={compared.error !== undefined && !compared.data}
        values={compared.data?.parameters.flatMap(({ means }) => means)}
      />
    </Stack>
  )
}

interface ChartProps {
  device: Device
  chosen: readonly DeviceParameter[]
  data: DeviceDayValues
  events: readonly ChartEvent[]
  compared: DeviceDayValues | undefined
  comparedName: string
  /** There is no comparison, nor one loading. */
  isAlone: boolean
}

function Chart({ device, chosen, data, events, compared, comparedName, isAlone }: ChartProps) {
  const text = useText<typeof enUS>('device')
  const names = useParameterNames()
  const format = useFormat()
  const texts = useChartTexts(data.timeZone)
  const axes = axesOf(chosen)
  const hasReach = isAlone && chosen.length <= mostWithReach
  const series = chosen.flatMap((parameter): Series[] => {
    const unit = unitOf(parameter)
    const axis = axes[0] === unit ? 'start' : 'end'
    const common = { unit, kind: 'line', axis, ...colourOf(parameter, chosen) } as const
    const own = data.parameters.find((one) => one.parameter === parameter)
    const same = compared?.parameters.find((one) => one.parameter === parameter)
    const name = names(parameter)
    const line = (id: string, label: string, values: readonly (number | null)[], dashed = true): Series => ({
      ...common,
      id: `${parameter} ${id}`,
      label,
      values,
      dashed,
    })
    if (!own) return []
    return [
      line('mean', text('parameters.mean', { name }), own.means, false),
      ...(hasReach
        ? [
            line('highest', text('parameters.highest', { name }), own.highs),
            line('lowest', text('parameters.lowest', { name }), own.lows),
          ]
        : []),
      ...(same
        ? [
            line(
              'compared',
              text('parameters.compared', { name, of: comparedName }),
              same.means.slice(0, own.means.length),
            ),
          ]
        : []),
    ]
  })
  return (
    <BarChart
      label={text('chart.label', {
        what: text('parameters.title'),
        device: device.name,
        date: data.from.slice(0, 4),
      })}
      bins={daysOf(data, format)}
      series={series}
      events={eventsInBins(events, daysIn(data), data.timeZone)}
      formatValue={formatsOf(format)}
      height={360}
      texts={texts}
    />
  )
}

/** The first day of each month is labelled with the month's name. */
const daysOf = ({ from, parameters }: DeviceDayValues, format: Format) =>
  (parameters[0]?.means ?? []).map((_, nth) => {
    const day = addDays(from, nth)
    return { label: day.endsWith('-01') ? format.dayPart(day, { month: 'short' }) : '', title: format.date(day) }
  })

import { useEndpoint } from '@helioport/api-client'
import { type Device, type DeviceCurves, type DeviceParameter, maxPageSize } from '@helioport/contract'
import { useChartTexts, useErrorText, useFormat, useText } from '@helioport/i18n'
import { addDays, daysBetween } from '@helioport/time'
import { Button, ErrorState, Row, SkeletonChart } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../../messages/en-US.ts'
import { ParameterMarks } from './parameter-marks.tsx'
import { axesOf, unitOf } from './chosen-parameters.ts'
import { useParameterNames } from './use-parameter-names.ts'

interface ParameterChartProps {
  device: Device
  /** First and last local day. */
  from: string
  to: string
  chosen: readonly DeviceParameter[]
  /** Another day that the shown ones are compared with, or the id of another device; empty: nothing. */
  against: string
  onAgainst: (against: string) => void
  onRemove: (parameter: DeviceParameter) => void
}

/** The days or the device that is compared with. */
function otherOf({ device, from, to, against }: Pick<ParameterChartProps, 'device' | 'from' | 'to' | 'against'>) {
  if (against === '') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(against)) return { deviceId: against, from, to }
  return { deviceId: device.id, from: against, to: addDays(against, daysBetween(from, to)) }
}

function useCurves(of: { deviceId: string; from: string; to: string }, parameters: string, enabled = true) {
  const { deviceId, from, to } = of
  const reply = useEndpoint(
    'GET /devices/:deviceId/curves',
    { params: { deviceId }, query: { from, to, parameters } },
    { enabled },
  )
  return reply.isPrevious || !enabled ? { ...reply, data: undefined } : reply
}

/** The chosen parameters on one time axis and up to two value axes, and the same of another day or inverter, dashed. */
export function ParameterChart(props: ParameterChartProps) {
  const { device, from, to, chosen, against, onAgainst, onRemove } = props
  const text = useText<typeof enUS>('device')
  const names = useParameterNames()
  const errorText = useErrorText()
  const parameters = chosen.join(',')
  const { data, error, refetch } = useCurves({ deviceId: device.id, from, to }, parameters)
  const other = otherOf(props)
  const compared = useCurves(other ?? { deviceId: device.id, from, to }, parameters, other !== undefined)
  return (
    <>
      <Row gap={2}>
        {chosen.map((parameter) => (
          <Button key={parameter} size="s" icon="close" onClick={() => onRemove(parameter)}>
            {names(parameter)}
          </Button>
        ))}
        <Against device={device} from={from} to={to} against={against} onAgainst={onAgainst} />
      </Row>
      {data ? (
        <Chart {...{ device, from, chosen, data }} compared={compared.data} />
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonChart height={340} />
      )}
      <ParameterMarks device={device} from={from} to={to} />
      {compared.error && !compared.data && <p>{text('parameters.notCompared')}</p>}
    </>
  )
}

function Against({
  device,
  from,
  to,
  against,
  onAgainst,
}: Pick<ParameterChartProps, 'device' | 'from' | 'to' | 'against' | 'onAgainst'>) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { data: devices = [] } = useEndpoint('GET /devices', {
    query: { stationId: device.stationId, pageSize: maxPageSize },
  })
  const length = daysBetween(from, to) + 1
  const days = [1, 7].map((steps) => addDays(from, -steps * (length > 1 && steps === 1 ? length : steps)))
  const dates = [...new Set([...days, ...(/^\d{4}-/.test(against) && against.length === 10 ? [against] : [])])]
  return (
    <ChoiceField
      label={text('parameters.against')}
      value={against}
      onChange={onAgainst}
      options={[
        { value: '', label: text('parameters.alone') },
        ...dates.map((date) => ({ value: date, label: format.date(date) })),
        ...devices.filter(({ id }) => id !== device.id).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

interface ChartProps {
  device: Device
  from: string
  chosen: readonly DeviceParameter[]
  data: DeviceCurves
  compared: DeviceCurves | undefined
}

function Chart({ device, from, chosen, data, compared }: ChartProps) {
  const text = useText<typeof enUS>('device')
  const names = useParameterNames()
  const format = useFormat()
  const texts = useChartTexts(data.timeZone)
  const axes = axesOf(chosen)
  const valuesOf = (curves: DeviceCurves, parameter: string) =>
    curves.curves.find((curve) => curve.parameter === parameter)?.values
  const series = chosen.flatMap((parameter, nth): Series[] => {
    const unit = unitOf(parameter)
    const common = { unit, kind: 'line', color: nth, axis: axes[0] === unit ? 'start' : 'end' } as const
    const own = valuesOf(data, parameter)
    const same = compared?.binMinutes === data.binMinutes ? valuesOf(compared, parameter) : undefined
    const label = names(parameter)
    return [
      ...(own ? [{ ...common, id: parameter, label, values: own }] : []),
      ...(same
        ? [
            {
              ...common,
              id: `${parameter} compared`,
              label: text('parameters.compared', { name: label }),
              values: same.slice(0, own?.length),
              dashed: true,
            },
          ]
        : []),
    ]
  })
  const hasDays = data.binMinutes > 5
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
      formatTime={(at) => (hasDays ? format.dateTime(at, data.timeZone) : format.time(at, data.timeZone))}
      formatValue={{
        power: (value) => format.power(value).text,
        reactive: (value) => format.reactive(value).text,
        factor: (value) => format.number(value, 3),
        frequency: (value) => format.quantity(value, 'Hz', 2).text,
        temperature: (value) => format.quantity(value, '°C', 1).text,
        energy: (value) => format.energy(value).text,
        hours: (value) => format.quantity(value, 'h', 0).text,
        voltage: (value) => format.quantity(value, 'V', 1).text,
        current: (value) => format.quantity(value, 'A', 2).text,
      }}
    />
  )
}

import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { Device, DeviceHistoryRow } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import {
  Card,
  Empty,
  ErrorState,
  Segmented,
  urlChoice,
  urlNumber,
  urlPage,
  useNow,
  useUrlState,
} from '@helioport/ui'
import { shownDayOf, urlDay } from '@helioport/ui/date'
import { DataTable } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'
import { DayToolbar } from '../day-toolbar.tsx'

const fields = {
  date: urlDay,
  show: urlChoice(['all', 'alarms']),
  page: urlPage,
  size: urlNumber([20, 50, 100]),
}

/** Every frame of one local day as the device sent it. */
export function LogsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const texts = useTableTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const [state, change] = useUrlState(fields, useSearchParams())
  const plant = { timeZone: device.timeZone, measuredAt: device.age.measuredAt }
  const shown = shownDayOf(state.date === '' ? null : state.date, plant, useNow(60_000))
  const day = useEndpoint('GET /devices/:deviceId/day', {
    params: { deviceId: device.id },
    query: shown.asked === undefined ? {} : { date: shown.asked },
  })
  const span = day.data?.deviceId === device.id ? day.data : undefined
  const { data, total, error, isPrevious, refetch } = useEndpoint(
    'GET /devices/:deviceId/history',
    {
      params: { deviceId: device.id },
      query: {
        from: span?.from ?? '',
        to: span?.to ?? '',
        page: state.page,
        pageSize: state.size,
        ...(state.show === 'alarms' && { alarmsOnly: true }),
      },
    },
    { enabled: span !== undefined },
  )
  const list = (values: readonly (number | null)[], digits: number) =>
    values.length === 0 ? '–' : values.map((value) => format.number(value, digits)).join(' · ')
  const trouble = error ?? (day.data ? undefined : day.error)

  return (
    <>
      <DayToolbar shown={shown} onDay={(date) => change({ date })}>
        <Segmented
          label={text('logs.show')}
          value={state.show}
          onChange={(show) => change({ show })}
          options={[
            { value: 'all', label: text('logs.all') },
            { value: 'alarms', label: text('logs.alarms') },
          ]}
        />
      </DayToolbar>
      {trouble && !data ? (
        <Card>
          <ErrorState {...errorText(trouble, refetch)} />
        </Card>
      ) : (
        <Card padding="none">
          <DataTable<DeviceHistoryRow>
            label={text('tab.logs')}
            texts={texts}
            storageKey="device.logs"
            rows={data ?? []}
            rowKey={({ at }) => at}
            loading={!data}
            fetching={isPrevious}
            page={{
              number: state.page,
              size: state.size,
              total: total ?? 0,
              sizes: [20, 50, 100],
              onChange: (page, size) => change({ page, size }),
            }}
            empty={<Empty icon="record" title={text('logs.none')} />}
            columns={[
              {
                key: 'at',
                title: text('logs.at'),
                card: 'title',
                width: 80,
                render: ({ at }) => format.time(at, device.timeZone),
              },
              {
                key: 'codes',
                title: text('tab.alarms'),
                card: 'aside',
                width: 110,
                render: ({ codes }) => codes.join(' ') || '–',
              },
              {
                key: 'powerW',
                title: text('chart.ac'),
                align: 'end',
                render: ({ powerW }) => format.power(powerW).text,
              },
              {
                key: 'reactiveVar',
                title: text('logs.reactive'),
                align: 'end',
                hideable: true,
                render: ({ reactiveVar }) => format.reactive(reactiveVar).text,
              },
              {
                key: 'powerFactor',
                title: text('logs.powerFactor'),
                align: 'end',
                hideable: true,
                render: ({ powerFactor }) => format.number(powerFactor, 3),
              },
              {
                key: 'dcPowerW',
                title: text('chart.dc'),
                align: 'end',
                hideable: true,
                render: ({ dcPowerW }) => format.power(dcPowerW).text,
              },
              {
                key: 'acVoltageV',
                title: text('logs.voltage'),
                align: 'end',
                hideable: true,
                card: 'hidden',
                render: ({ acVoltageV }) => list(acVoltageV, 1),
              },
              {
                key: 'frequencyHz',
                title: text('logs.frequency'),
                align: 'end',
                hideable: true,
                card: 'hidden',
                render: ({ frequencyHz }) => format.quantity(frequencyHz, 'Hz', 2).text,
              },
              {
                key: 'stringCurrentA',
                title: text('logs.strings'),
                align: 'end',
                hideable: true,
                card: 'hidden',
                render: ({ stringCurrentA }) => list(stringCurrentA, 1),
              },
              {
                key: 'cabinetC',
                title: text('chart.cabinet'),
                align: 'end',
                hideable: true,
                render: ({ cabinetC }) => format.quantity(cabinetC, '°C', 1).text,
              },
              {
                key: 'energyTotalKwh',
                title: text('kpi.total'),
                align: 'end',
                hideable: true,
                render: ({ energyTotalKwh }) => format.quantity(energyTotalKwh, 'kWh', 1).text,
              },
              {
                key: 'delayS',
                title: text('logs.delay'),
                align: 'end',
                hideable: true,
                card: 'hidden',
                render: ({ delayS }) => format.quantity(delayS, 's', 0).text,
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}

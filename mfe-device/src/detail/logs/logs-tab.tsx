import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { Empty, Segmented, urlChoice, urlNumber, urlPage, useNow, useUrlState } from '@helioport/ui'
import { shownDayOf, urlDay } from '@helioport/ui/date'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'
import { DayToolbar } from '../day-toolbar.tsx'
import { useLogColumns } from './use-log-columns.tsx'

const fields = {
  date: urlDay,
  show: urlChoice(['all', 'alarms']),
  page: urlPage,
  size: urlNumber([20, 50, 100]),
}

/** Table of all frames that the device sent on one local day. */
export function LogsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const [state, change] = useUrlState(fields, useSearchParams())
  const plant = { timeZone: device.timeZone, measuredAt: device.age.measuredAt }
  const shown = shownDayOf(state.date === '' ? null : state.date, plant, useNow(60_000))
  const day = useEndpoint('GET /devices/:deviceId/day', {
    params: { deviceId: device.id },
    query: shown.asked === undefined ? {} : { date: shown.asked },
  })
  const span = day.data?.deviceId === device.id ? day.data : undefined
  const history = useEndpoint(
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
  // The request for frames needs the span of the day: if the day failed, the frames failed.
  const frames = !day.data && day.error ? { ...history, error: day.error, refetch: day.refetch } : history

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
      <ListFrame
        label={text('tab.logs')}
        storageKey="device.logs"
        list={frames}
        texts={useListTexts()}
        columns={useLogColumns(device.timeZone)}
        rowKey={({ at }) => at}
        page={{
          number: state.page,
          size: state.size,
          sizes: [20, 50, 100],
          onChange: (page, size) => change({ page, size }),
        }}
        empty={<Empty icon="record" title={text('logs.none')} />}
      />
    </>
  )
}

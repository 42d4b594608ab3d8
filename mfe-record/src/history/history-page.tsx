import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, type Device } from '@helioport/contract'
import { useDayTexts, useFormat, useListTexts, useText } from '@helioport/i18n'
import { dayAt, iso, localDay, viewerTimeZone } from '@helioport/time'
import { Card, Empty, urlChoice, urlNumber, urlPage, useNow, useUrlState } from '@helioport/ui'
import { DayPicker, urlDay } from '@helioport/ui/date'
import { ChoiceField } from '@helioport/ui/form'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import { filterFields } from '../record/filter-fields.ts'
import { RecordFrame } from '../record/record-frame.tsx'
import { useDeviceSearch } from '../record/use-device-search.ts'
import { useHistoryColumns } from './use-history-columns.tsx'

const fields = {
  ...filterFields,
  day: urlDay,
  order: urlChoice(['desc', 'asc']),
  only: urlChoice(['all', 'alarms']),
  page: urlPage,
  size: urlNumber([50, defaultPageSize, 20, 100]),
}

/** Frames of one device on one day of its plant as they came, the newest first unless turned round. */
export default function HistoryPage() {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const now = useNow(60_000)
  const dayTexts = useDayTexts()
  const texts = useListTexts()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(fields, [params, setParams])
  const devices = useDeviceSearch({ stationId: state.station, chosen: state.device })
  const { device } = devices
  const zone = device?.timeZone ?? viewerTimeZone()
  const today = dayAt(now, zone)
  const day = state.day || today
  const { from, to } = localDay(day, zone)
  const span = { from: iso(from), to: iso(to) }
  const filters = { ...span, order: state.order, ...(state.only === 'alarms' && { alarmsOnly: true }) }
  const history = useEndpoint(
    'GET /devices/:deviceId/history',
    { params: { deviceId: device?.id ?? '' }, query: { ...filters, page: state.page, pageSize: state.size } },
    { enabled: device !== undefined },
  )
  const columns = useHistoryColumns(zone)
  return (
    <RecordFrame
      tab="history"
      actions={device && <ExportMenu of="GET /exports/device-history" filters={{ ...filters, deviceId: device.id }} />}
    >
      <FilterBar state={state} change={change} has={['station']}>
        <ChoiceField
          label={text('column.device')}
          value={device?.id ?? ''}
          onChange={(chosen: string) => change({ device: chosen })}
          onSearch={devices.onSearch}
          options={devices.data.map(({ id, name, stationName }: Device) => ({
            value: id,
            label: `${stationName} · ${name}`,
          }))}
        />
        <DayPicker
          value={day}
          onChange={(chosen) => change({ day: chosen === today ? '' : chosen })}
          today={today}
          max={today}
          label={text('history.day')}
          texts={dayTexts}
          format={(each) => format.date(each)}
        />
        <ChoiceField
          label={text('history.only')}
          value={state.only}
          onChange={(only) => change({ only })}
          options={[
            { value: 'all', label: text('history.all') },
            { value: 'alarms', label: text('history.alarms') },
          ]}
        />
      </FilterBar>
      {devices.isEmpty ? (
        <Card>
          <Empty icon="device" title={text('history.noDevice')} />
        </Card>
      ) : (
        <ListFrame
          label={text('tab.history')}
          storageKey="record.history"
          list={{ ...history, error: history.error ?? devices.error }}
          texts={texts}
          rowKey={({ at }) => at}
          empty={<Empty icon="record" title={text('history.none')} />}
          page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
          columns={columns}
          sort={{ key: 'at', order: state.order }}
          // The frames of a day always have an order: what would be none is the other one.
          onSort={() => change({ order: state.order === 'desc' ? 'asc' : 'desc' })}
        />
      )}
    </RecordFrame>
  )
}

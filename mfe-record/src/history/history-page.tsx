import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { useAlarmText, useListTexts, useText } from '@helioport/i18n'
import { dayAt, viewerTimeZone } from '@helioport/time'
import { Button, Card, Empty, useNow, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { useDeviceSearch } from '../record/use-device-search.ts'
import { HistoryFilters } from './history-filters.tsx'
import { codesOf, endpointFilters, historyFields, isFiltered, shownDays, withoutFilters } from './history-query.ts'
import { useHistoryColumns } from './use-history-columns.tsx'

/** Stored frames of one device on some days of its plant, newest first by default. */
export default function HistoryPage() {
  const text = useText<typeof enUS>('record')
  const alarmText = useAlarmText()
  const now = useNow(60_000)
  const texts = useListTexts()
  const [state, change] = useUrlState(historyFields, useSearchParams())
  const devices = useDeviceSearch({ stationId: state.station, chosen: state.device })
  const { device } = devices
  const zone = device?.timeZone ?? viewerTimeZone()
  const days = shownDays(state, dayAt(now, zone))
  const codes = codesOf(state, (code) => alarmText(code)?.name ?? '')
  const filters = endpointFilters(state, days, zone, codes)
  const hasNone = devices.isEmpty || codes?.length === 0
  const clear = () => change({ ...withoutFilters, device: state.device })
  const history = useEndpoint(
    'GET /devices/:deviceId/history',
    { params: { deviceId: device?.id ?? '' }, query: { ...filters, page: state.page, pageSize: state.size } },
    { enabled: device !== undefined && !hasNone },
  )
  const columns = useHistoryColumns(zone, codes)
  const isNarrowed = isFiltered(state)
  const none = (
    <Empty
      icon="search"
      title={text('history.noMatch')}
      action={<Button onClick={clear}>{text('alarms.clear')}</Button>}
    />
  )
  return (
    <RecordFrame
      tab="history"
      actions={
        device &&
        !hasNone && <ExportMenu of="GET /exports/device-history" filters={{ ...filters, deviceId: device.id }} />
      }
    >
      <HistoryFilters {...{ state, change, devices, days }} onClear={isNarrowed ? clear : null} />
      {devices.isGone ? (
        <Card>
          <Empty icon="device" title={text('history.gone')} hint={text('history.goneHint')} />
        </Card>
      ) : hasNone ? (
        <Card>{devices.isEmpty ? <Empty icon="device" title={text('history.noDevice')} /> : none}</Card>
      ) : (
        <ListFrame
          label={text('tab.history')}
          storageKey="record.history"
          list={{ ...history, error: history.error ?? devices.error }}
          texts={texts}
          rowKey={({ at }) => at}
          empty={isNarrowed ? none : <Empty icon="record" title={text('history.none')} />}
          page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
          columns={columns}
          sort={{ key: 'at', order: state.order }}
          // Frames always have an order, so "no order" means the opposite one.
          onSort={() => change({ order: state.order === 'desc' ? 'asc' : 'desc' })}
        />
      )}
    </RecordFrame>
  )
}

import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { useErrorText, useText } from '@helioport/i18n'
import { Button, Card, Empty, ErrorState, Notice, useUrlState } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { AlarmDetails } from './alarm-details.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmSummary } from './alarm-summary.tsx'
import { AlarmTable } from './alarm-table.tsx'
import { ExportMenu } from '../record/export-menu.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { alarmFields, endpointQuery, isFiltered, withoutFilters } from './alarms-query.ts'

const refetchMs = 30_000

/** The record of alarm episodes: what needs somebody first, then everything, newest first. */
export default function AlarmsPage() {
  const text = useText<typeof enUS>('record')
  const errorText = useErrorText()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(alarmFields, [params, setParams])
  const alarms = useEndpoint('GET /alarms', { query: endpointQuery(state) }, { refetchMs })
  const { page: _page, pageSize: _size, ...exportFilters } = endpointQuery(state)
  const clear = () => change(withoutFilters)
  const chosen = alarms.data?.find((alarm) => alarm.id === state.alarm)

  const empty = isFiltered(state) ? (
    <Empty title={text('alarms.noMatch')} action={<Button onClick={clear}>{text('alarms.clear')}</Button>} />
  ) : (
    <Empty icon="checkCircle" title={text('alarms.none')} />
  )

  return (
    <RecordFrame tab="alarms" actions={<ExportMenu of="GET /exports/alarms" filters={exportFilters} />}>
      <AlarmSummary state={state} change={change} />
      <AlarmFilters state={state} change={change} deviceName={alarms.data?.[0]?.deviceName} />
      {alarms.error && alarms.data && <Notice tone="warn">{errorText(alarms.error).detail}</Notice>}
      {alarms.error && !alarms.data ? (
        <Card>
          <ErrorState {...errorText(alarms.error, alarms.refetch)} />
        </Card>
      ) : (
        <AlarmTable alarms={alarms} state={state} params={params} change={change} empty={empty} />
      )}
      <AlarmDetails
        alarm={chosen}
        onClose={() => change({ alarm: '', page: state.page })}
        onlyDevice={(device) => change({ ...withoutFilters, device, alarm: '' })}
      />
    </RecordFrame>
  )
}

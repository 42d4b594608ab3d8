import { useSearchParams } from 'react-router-dom'
import { askAhead, call, useEndpoint } from '@helioport/api-client'
import { type Alarm, paths } from '@helioport/contract'
import type { Place } from '@helioport/federation/remote'
import { useListTexts, useText } from '@helioport/i18n'
import { Button, Empty, readUrlState, useUrlState, writeUrlState } from '@helioport/ui'
import { ListFrame, useAllOnPaper } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { AlarmDetails } from './alarm-details.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmSummary } from './alarm-summary.tsx'
import { ExportMenu } from '../record/export-menu.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { alarmFields, endpointQuery, everything, isFiltered, withoutFilters } from './alarms-query.ts'
import { ManyBar } from './many-bar.tsx'
import { useAlarmColumns } from './use-alarm-columns.tsx'
import { useChosen } from './use-chosen.ts'

const refetchMs = 30_000

/** Alarm episodes: a summary, then open ones, newest first; the filters show the others. */
export default function AlarmsPage() {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(alarmFields, [params, setParams])
  const alarms = useEndpoint('GET /alarms', { query: endpointQuery(state) }, { refetchMs })
  const { page: _page, pageSize: _size, ...exportFilters } = endpointQuery(state)
  const paper = useAllOnPaper(
    async (page, pageSize) =>
      (await call('GET /alarms', { query: { ...endpointQuery(state), page, pageSize } })).data ?? [],
  )
  const choice = useChosen()
  const clear = () => change(withoutFilters)
  const detailsHref = ({ id }: Alarm) =>
    `#${paths.record()}?${writeUrlState(alarmFields, params, { alarm: id, page: state.page })}`
  const listed = alarms.data?.find((alarm) => alarm.id === state.alarm)
  // A link in a mail may name an alarm that is closed or on another page of the list.
  const isElsewhere = state.alarm !== '' && alarms.data !== undefined && listed === undefined
  const linked = useEndpoint('GET /alarms/:alarmId', { params: { alarmId: state.alarm } }, { enabled: isElsewhere })
  const chosen = listed ?? (isElsewhere && !linked.isPrevious ? linked.data : undefined)

  const empty = isFiltered(state) ? (
    <Empty title={text('alarms.noMatch')} action={<Button onClick={clear}>{text('alarms.clear')}</Button>} />
  ) : (
    <Empty
      icon="checkCircle"
      title={text('alarms.noneOpen')}
      action={<Button onClick={() => change(everything)}>{text('alarms.showAll')}</Button>}
    />
  )

  return (
    <RecordFrame
      tab="alarms"
      actions={
        <>
          <ExportMenu of="GET /exports/alarms" filters={exportFilters} />
          <Button kind="text" busy={paper.isLoading} onClick={paper.print}>
            {common('action.print')}
          </Button>
        </>
      }
    >
      <AlarmSummary state={state} change={change} />
      <AlarmFilters state={state} change={change} deviceName={alarms.data?.[0]?.deviceName} />
      {choice.chosen.length > 0 && (
        <ManyBar chosen={choice.chosen} listed={alarms.data ?? []} onLeaveOut={choice.leaveOut} onDone={choice.clear} />
      )}
      <ListFrame
        extra={
          (alarms.data?.length ?? 0) > 1 && (
            <Button size="s" kind="text" onClick={() => choice.chooseAll((alarms.data ?? []).map(({ id }) => id))}>
              {text('many.all')}
            </Button>
          )
        }
        title={text('tab.alarms')}
        label={text('alarms.caption')}
        storageKey="record.alarms"
        list={paper.rows ? { ...alarms, data: paper.rows } : alarms}
        texts={useListTexts()}
        columns={useAlarmColumns(choice, state.search)}
        rowKey={({ id }) => id}
        rowHref={detailsHref}
        empty={empty}
        page={{
          number: paper.rows ? 1 : state.page,
          size: paper.rows?.length ?? state.size,
          onChange: (page, size) => change({ page, size }),
        }}
      />
      <AlarmDetails
        alarm={chosen}
        onClose={() => change({ alarm: '', page: state.page })}
        onlyDevice={(device) => change({ ...everything, device, alarm: '' })}
      />
    </RecordFrame>
  )
}

AlarmsPage.ahead = ({ search }: Place) =>
  askAhead('GET /alarms', { query: endpointQuery(readUrlState(alarmFields, search)) })

import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, maxPageSize, type Operation } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Empty, Toolbar, urlChoice, urlMatch, urlNumber, urlPage, urlText, useUrlState } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { RecordsTable } from '../record/records-table.tsx'
import { Outcome } from './outcome.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'
import { useActionText } from './use-action-text.ts'

const fields = {
  outcome: urlChoice(['all', 'done', 'refused']),
  station: urlMatch(/^[0-9a-f-]{36}$/),
  user: urlText(80),
  page: urlPage,
  size: urlNumber([defaultPageSize, 20, 50, 100]),
}

/** Who did what: every write that was asked for, done or refused. */
export default function OperationsPage() {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const format = useFormat()
  const actionText = useActionText()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(fields, [params, setParams])
  const { data: stations = [] } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const filters = {
    ...(state.outcome !== 'all' && { outcome: state.outcome }),
    ...(state.station && { stationId: state.station }),
    ...(state.user && { userName: state.user }),
  }
  const operations = useEndpoint('GET /operations', { query: { ...filters, page: state.page, pageSize: state.size } })
  return (
    <RecordFrame tab="operations" actions={<ExportMenu of="GET /exports/operations" filters={filters} />}>
      <Toolbar
        end={
          <>
            <ChoiceField
              label={text('alarms.station')}
              value={state.station}
              onChange={(station: string) => change({ station })}
              options={[
                { value: '', label: text('alarms.allStations') },
                ...stations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <SearchField
              value={state.user}
              onChange={(user) => change({ user })}
              label={text('log.who')}
              placeholder={text('log.who')}
              clearLabel={common('action.clear')}
            />
          </>
        }
      >
        <OutcomeFilter value={state.outcome} onChange={(outcome) => change({ outcome })} />
      </Toolbar>
      <RecordsTable<Operation>
        label={text('tab.operations')}
        storageKey="record.operations"
        of={operations}
        rowKey={({ id }) => id}
        empty={<Empty icon="record" title={text('log.none')} />}
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
        columns={[
          {
            key: 'action',
            title: text('log.action'),
            card: 'title',
            render: ({ action }) => <span title={action}>{actionText(action)}</span>,
          },
          {
            key: 'outcome',
            title: text('log.outcome'),
            card: 'aside',
            width: 130,
            render: ({ errorCode }) => <Outcome errorCode={errorCode} />,
          },
          { key: 'who', title: text('log.who'), width: 180, render: ({ userName }) => userName || '–' },
          {
            key: 'station',
            title: text('column.station'),
            hideable: true,
            render: ({ stationName }) => stationName ?? '–',
          },
          {
            key: 'device',
            title: text('column.device'),
            hideable: true,
            render: ({ deviceName }) => deviceName ?? '–',
          },
          {
            key: 'at',
            title: text('log.at'),
            width: 190,
            render: ({ at }) => format.dateTime(at, viewerTimeZone()),
          },
        ]}
      />
    </RecordFrame>
  )
}

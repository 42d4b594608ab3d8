import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, maxPageSize } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { Empty, Toolbar, urlChoice, urlMatch, urlNumber, urlPage, urlText, useUrlState } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'
import { useOperationColumns } from './use-operation-columns.tsx'

const fields = {
  outcome: urlChoice(['all', 'done', 'refused']),
  station: urlMatch(/^[0-9a-f-]{36}$/),
  user: urlText(80),
  page: urlPage,
  size: urlNumber([defaultPageSize, 20, 50, 100]),
}

/** The log of operations: every write request of the account, done or refused. */
export default function OperationsPage() {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const texts = useListTexts()
  const columns = useOperationColumns()
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
      <ListFrame
        label={text('tab.operations')}
        storageKey="record.operations"
        list={operations}
        texts={texts}
        rowKey={({ id }) => id}
        empty={<Empty icon="record" title={text('log.none')} />}
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
        columns={columns}
      />
    </RecordFrame>
  )
}

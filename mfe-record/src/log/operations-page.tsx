import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type ErrorCode, errorStatus } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Empty, urlChoice, urlPageSize, urlPage, urlText, useUrlState } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { ListFrame } from '@helioport/ui/table'
import enUSMessages from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import { filterFields, noFilters, spanOf } from '../record/filter-fields.ts'
import { ReasonField } from '../record/reason-field.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'
import { useActionText } from './use-action-text.ts'
import { useOperationColumns } from './use-operation-columns.tsx'

/** All refusal codes. */
const refusalCodes = Object.keys(errorStatus) as ErrorCode[]

const fields = {
  outcome: urlChoice(['all', 'done', 'refused']),
  ...filterFields,
  code: urlChoice(['all', ...refusalCodes]),
  /** The endpoint. */
  action: urlText(80),
  page: urlPage,
  size: urlPageSize,
}

/** Initial state: all operations. */
const withoutFilters = { outcome: 'all', code: 'all', action: '', ...noFilters } as const

const has = ['station', 'device', 'person', 'from', 'to', 'search'] as const

/** Operations by their names in the log. */
const actions = Object.keys(enUSMessages)
  .filter((key) => key.startsWith('op.'))
  .map((key) => key.slice('op.'.length))

/** The log of operations: every write request of the account, done or refused. */
export default function OperationsPage() {
  const text = useText<typeof enUSMessages>('record')
  const wordsOf = useText('error')
  const texts = useListTexts()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(fields, [params, setParams])
  const actionText = useActionText()
  const columns = useOperationColumns(state)
  const isNarrowed = Object.entries(withoutFilters).some(([name, value]) => state[name as keyof typeof withoutFilters] !== value) // prettier-ignore
  const filters = {
    ...(state.outcome !== 'all' && { outcome: state.outcome }),
    ...(state.station && { stationId: state.station }),
    ...(state.device && { deviceId: state.device }),
    ...(state.person && { userName: state.person }),
    ...(state.action && { action: state.action }),
    ...(state.code !== 'all' && { code: state.code }),
    ...(state.search && { search: state.search }),
    ...spanOf(state, viewerTimeZone()),
  }
  const operations = useEndpoint('GET /operations', { query: { ...filters, page: state.page, pageSize: state.size } })
  return (
    <RecordFrame tab="operations" actions={<ExportMenu of="GET /exports/operations" filters={filters} />}>
      <FilterBar
        state={state}
        change={change}
        has={has}
        searchLabel={text('log.searchOperations')}
        onClear={isNarrowed ? () => change(withoutFilters) : null}
      >
        <OutcomeFilter value={state.outcome} onChange={(outcome) => change({ outcome })} />
        <ChoiceField
          label={text('log.action')}
          value={state.action}
          onChange={(action: string) => change({ action })}
          options={[
            { value: '', label: text('log.allActions') },
            ...actions.map((value) => ({ value, label: actionText(value) })),
          ]}
        />
        <ReasonField codes={refusalCodes} wordsOf={wordsOf} value={state.code} onChange={(code) => change({ code })} />
      </FilterBar>
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

import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { ErrorCode } from '@helioport/contract'
import { useFormat, useListTexts, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Empty, urlChoice, urlPageSize, urlPage, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import { filterFields, noFilters, spanOf } from '../record/filter-fields.ts'
import { ReasonField } from '../record/reason-field.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { Outcome } from './outcome.tsx'
import { CallerPlace } from './caller-place.tsx'
import { Marked } from '../record/marked.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'

/** Refusals of a sign-in that are logged. */
const codes = [
  'session.wrongCredentials',
  'session.accountInactive',
  'session.codeRequired',
  'session.wrongCode',
  'session.passkeyRequired',
  'openid.passwordRequired',
  'request.tooMany',
] as const satisfies readonly ErrorCode[]

const fields = {
  outcome: urlChoice(['all', 'done', 'refused']),
  code: urlChoice(['all', ...codes]),
  ...filterFields,
  page: urlPage,
  size: urlPageSize,
}

const withoutFilters = { outcome: 'all', code: 'all', ...noFilters } as const

const has = ['person', 'from', 'to', 'search'] as const

/** Sign-in attempts to the account and its sub-accounts, with their origin. */
export default function SignInsPage() {
  const text = useText<typeof enUS>('record')
  const wordsOf = useText('error')
  const texts = useListTexts()
  const format = useFormat()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(fields, [params, setParams])
  const isNarrowed = Object.entries(withoutFilters).some(([name, value]) => state[name as keyof typeof withoutFilters] !== value) // prettier-ignore
  const filters = {
    ...(state.outcome !== 'all' && { outcome: state.outcome }),
    ...(state.person && { userName: state.person }),
    ...(state.code !== 'all' && { code: state.code }),
    ...(state.search && { search: state.search }),
    ...spanOf(state, viewerTimeZone()),
  }
  const signIns = useEndpoint('GET /sign-ins', {
    query: {
      page: state.page,
      pageSize: state.size,
      ...filters,
    },
  })
  return (
    <RecordFrame tab="sign-ins" actions={<ExportMenu of="GET /exports/sign-ins" filters={filters} />}>
      <FilterBar
        state={state}
        change={change}
        has={has}
        searchLabel={text('log.searchSignIns')}
        onClear={isNarrowed ? () => change(withoutFilters) : null}
      >
        <OutcomeFilter value={state.outcome} onChange={(outcome) => change({ outcome })} />
        <ReasonField codes={codes} wordsOf={wordsOf} value={state.code} onChange={(code) => change({ code })} />
      </FilterBar>
      <ListFrame
        label={text('tab.sign-ins')}
        storageKey="record.signIns"
        list={signIns}
        texts={texts}
        rowKey={({ id }) => id}
        empty={<Empty icon="lock" title={text('log.noSignIns')} />}
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
        columns={[
          {
            key: 'at',
            title: text('log.at'),
            card: 'title',
            render: ({ at }) => format.dateTime(at, viewerTimeZone()),
          },
          {
            key: 'outcome',
            title: text('log.outcome'),
            card: 'aside',
            render: ({ errorCode }) => <Outcome errorCode={errorCode} />,
          },
          {
            key: 'who',
            title: text('log.account'),
            render: ({ userName }) => <Marked hits={[state.search, state.person]}>{userName}</Marked>,
          },
          {
            key: 'agent',
            title: text('log.browser'),
            hideable: true,
            render: ({ agent }) => <Marked hits={[state.search]}>{agent || '–'}</Marked>,
          },
          {
            key: 'address',
            title: text('log.address'),
            hideable: true,
            render: (row) => <CallerPlace {...row} search={state.search} />,
          },
        ]}
      />
    </RecordFrame>
  )
}

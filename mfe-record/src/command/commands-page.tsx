import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { commandKinds, commandReasons, paths } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Empty, LinkButton, urlChoice, urlPageSize, urlPage, useUrlState } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { ExportMenu } from '../record/export-menu.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import { filterFields, noFilters, spanOf } from '../record/filter-fields.ts'
import { ReasonField } from '../record/reason-field.tsx'
import { RecordFrame } from '../record/record-frame.tsx'
import { useCommandColumns } from './use-command-columns.tsx'

const fields = {
  ...filterFields,
  kind: urlChoice(['all', ...commandKinds]),
  /** Reason of the failure. */
  code: urlChoice(['all', ...commandReasons]),
  page: urlPage,
  size: urlPageSize,
}

const withoutFilters = { kind: 'all', code: 'all', ...noFilters } as const

const has = ['station', 'device', 'person', 'from', 'to', 'search'] as const
const refetchMs = 30_000

/** All commands to devices, whichever page they came from; a row links to its steps. */
export default function CommandsPage() {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  const texts = useListTexts()
  const [params, setParams] = useSearchParams()
  const [state, change] = useUrlState(fields, [params, setParams])
  const columns = useCommandColumns(state)
  const isNarrowed = Object.entries(withoutFilters).some(([name, value]) => state[name as keyof typeof withoutFilters] !== value) // prettier-ignore
  const filters = {
    ...(state.kind !== 'all' && { kind: state.kind }),
    ...(state.code !== 'all' && { code: state.code }),
    ...(state.station && { stationId: state.station }),
    ...(state.device && { deviceId: state.device }),
    ...(state.person && { userName: state.person }),
    ...(state.search && { search: state.search }),
    ...spanOf(state, viewerTimeZone()),
  }
  const query = { ...filters, page: state.page, pageSize: state.size }
  const commands = useEndpoint('GET /commands', { query }, { refetchMs })
  return (
    <RecordFrame tab="commands" actions={<ExportMenu of="GET /exports/commands" filters={filters} />}>
      <FilterBar
        state={state}
        change={change}
        has={has}
        searchLabel={text('command.search')}
        onClear={isNarrowed ? () => change(withoutFilters) : null}
      >
        <ChoiceField
          label={text('command.kind')}
          value={state.kind}
          onChange={(kind: (typeof state)['kind']) => change({ kind })}
          options={(['all', ...commandKinds] as const).map((kind) => ({
            value: kind,
            label: kind === 'all' ? text('alarms.state.all') : status(`commandKind.${kind}`),
          }))}
        />
        <ReasonField
          codes={commandReasons}
          wordsOf={(reason) => status(`commandReason.${reason}`)}
          value={state.code}
          onChange={(code) => change({ code })}
        />
      </FilterBar>
      <ListFrame
        label={text('tab.commands')}
        storageKey="record.commands"
        list={commands}
        texts={texts}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `#${paths.command(id)}`}
        empty={
          <Empty
            icon="record"
            title={text('command.none')}
            action={<LinkButton href={`#${paths.functionSetting()}`}>{text('command.toSettings')}</LinkButton>}
          />
        }
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
        columns={columns}
      />
    </RecordFrame>
  )
}

import { useSearchParams } from 'react-router-dom'
import { askAhead, useEndpoint } from '@helioport/api-client'
import type { Place } from '@helioport/federation/remote'
import { paths } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { Button, Empty, LinkButton, Page, readUrlState, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import { CommandHeader } from '../command/command-header.tsx'
import type enUS from '../messages/en-US.ts'
import { CommandFilters } from './command-filters.tsx'
import { commandListFields, commandListQuery } from './command-list-query.ts'
import { useCommandColumns } from './use-command-columns.tsx'

const refetchMs = 30_000

/** `/functionSetting/commands`: all commands, newest first. */
export default function CommandListPage() {
  const text = useText<typeof enUS>('functions')
  const [state, change] = useUrlState(commandListFields, useSearchParams())
  const commands = useEndpoint('GET /commands', { query: commandListQuery(state) }, { refetchMs })
  const isFiltered = state.kind !== 'all' || state.code !== 'all' || state.station !== '' || state.device !== ''
  const clear = () => change({ kind: 'all', code: 'all', station: '', device: '' })
  const empty = isFiltered ? (
    <Empty title={text('commands.noMatch')} action={<Button onClick={clear}>{text('clear')}</Button>} />
  ) : (
    <Empty
      icon="functionSetting"
      title={text('commands.none')}
      hint={text('commands.noneHint')}
      action={<LinkButton href={`#${paths.functionSetting()}`}>{text('area.reactivePower')}</LinkButton>}
    />
  )
  return (
    <Page>
      <CommandHeader area="commands" />
      <CommandFilters state={state} change={change} />
      <ListFrame
        label={text('area.commands')}
        storageKey="functions.commands"
        list={commands}
        texts={useListTexts()}
        columns={useCommandColumns()}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `#${paths.command(id)}`}
        empty={empty}
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
      />
    </Page>
  )
}

CommandListPage.ahead = ({ search }: Place) =>
  askAhead('GET /commands', { query: commandListQuery(readUrlState(commandListFields, search)) })

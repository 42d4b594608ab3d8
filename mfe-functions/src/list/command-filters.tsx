import { useStationSearch } from '@helioport/api-client'
import { commandKinds, commandReasons } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Toolbar } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import type { CommandListState } from './command-list-query.ts'

interface CommandFiltersProps {
  state: CommandListState
  change: (change: Partial<CommandListState>) => void
}

/** Filters by kind, failure reason and station, and a button to remove the device filter. */
export function CommandFilters({ state, change }: CommandFiltersProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const stations = useStationSearch(state.station)
  return (
    <Toolbar
      end={
        <>
          {state.device !== '' && <Button onClick={() => change({ device: '' })}>{text('commands.allDevices')}</Button>}
          <ChoiceField
            label={text('station')}
            value={state.station}
            onChange={(station: string) => change({ station })}
            onSearch={stations.onSearch}
            options={[
              { value: '', label: text('allStations') },
              ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </>
      }
    >
      <ChoiceField
        label={text('show')}
        value={state.kind}
        onChange={(kind: CommandListState['kind']) => change({ kind })}
        options={(['all', ...commandKinds] as const).map((kind) => ({
          value: kind,
          label: kind === 'all' ? text('show.all') : status(`commandKind.${kind}`),
        }))}
      />
      <ChoiceField
        label={text('reason')}
        value={state.code}
        onChange={(code: CommandListState['code']) => change({ code })}
        options={(['all', ...commandReasons] as const).map((code) => ({
          value: code,
          label: code === 'all' ? text('allReasons') : status(`commandReason.${code}`),
        }))}
      />
    </Toolbar>
  )
}

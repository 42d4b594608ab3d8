import { knownAlarmCodes } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Segmented } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { CodeField } from '../record/code-field.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import { type AlarmState, isFiltered, withoutFilters } from './alarms-query.ts'

const has = ['station', 'device', 'person', 'from', 'to', 'search'] as const

interface AlarmFiltersProps {
  state: AlarmState
  change: (change: Partial<AlarmState>) => void
  /** Name of the device that the list is narrowed to, once known. */
  deviceName: string | undefined
}

export function AlarmFilters({ state, change, deviceName }: AlarmFiltersProps) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')

  return (
    <FilterBar
      state={state}
      change={change}
      has={has}
      searchLabel={text('alarms.search')}
      onClear={isFiltered(state) ? () => change(withoutFilters) : null}
    >
      <Segmented
        label={text('alarms.state')}
        value={state.state}
        onChange={(chosen) => change({ state: chosen })}
        options={[
          { value: 'open', label: status('alarmState.open') },
          { value: 'all', label: text('alarms.state.all') },
          { value: 'closed', label: status('alarmState.closed') },
        ]}
      />
      <Choices state={state} change={change} />
      {state.device !== '' && state.station === '' && (
        <Button size="s" iconAfter="close" onClick={() => change({ device: '' })}>
          {deviceName === undefined ? text('alarms.oneDeviceOnly') : text('alarms.oneDevice', { device: deviceName })}
        </Button>
      )}
    </FilterBar>
  )
}

/** Class, low light, care and code. */
function Choices({ state, change }: Pick<AlarmFiltersProps, 'state' | 'change'>) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  return (
    <>
      <ChoiceField
        label={text('alarms.class')}
        value={state.class}
        onChange={(chosen) => change({ class: chosen })}
        options={[
          { value: 'all', label: text('alarms.class.all') },
          { value: 'fault', label: status('alarmClass.fault') },
          { value: 'notice', label: status('alarmClass.notice') },
        ]}
      />
      <ChoiceField
        label={text('lowLight')}
        value={state.light}
        onChange={(light) => change({ light })}
        options={(['without', 'with', 'only'] as const).map((light) => ({
          value: light,
          label: text(`alarms.light.${light}`),
        }))}
      />
      <ChoiceField
        label={text('care.title')}
        value={state.care}
        onChange={(care) => change({ care })}
        options={(['all', 'unseen', 'mine', 'nobody', 'seen'] as const).map((care) => ({
          value: care,
          label: text(`care.${care}Filter`),
        }))}
      />
      <CodeField codes={knownAlarmCodes} value={state.code} onChange={(code) => change({ code })} />
    </>
  )
}

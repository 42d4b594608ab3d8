import { useEndpoint } from '@helioport/api-client'
import { knownAlarmCodes, maxPageSize } from '@helioport/contract'
import { useAlarmText, useText } from '@helioport/i18n'
import { Button, Segmented, Toolbar } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { type AlarmState, isFiltered, withoutFilters } from './alarms-query.ts'

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
    <Toolbar end={<Choices state={state} change={change} />}>
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
      <SearchField
        value={state.search}
        onChange={(search) => change({ search })}
        label={text('alarms.search')}
        placeholder={text('alarms.search')}
        clearLabel={text('alarms.clear')}
      />
      {state.device !== '' && (
        <Button size="s" iconAfter="close" onClick={() => change({ device: '' })}>
          {deviceName === undefined ? text('alarms.oneDeviceOnly') : text('alarms.oneDevice', { device: deviceName })}
        </Button>
      )}
      {isFiltered(state) && (
        <Button size="s" kind="text" onClick={() => change(withoutFilters)}>
          {text('alarms.clear')}
        </Button>
      )}
    </Toolbar>
  )
}

/** Class, weak light, care, code and station. */
function Choices({ state, change }: Pick<AlarmFiltersProps, 'state' | 'change'>) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  const alarmText = useAlarmText()
  const { data: stations = [] } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
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
      <ChoiceField
        label={text('alarms.code')}
        value={state.code}
        onChange={(code) => change({ code })}
        options={[
          { value: 'all', label: text('alarms.allCodes') },
          ...knownAlarmCodes.map((code) => ({ value: code, label: `${code} ${alarmText(code)?.name ?? ''}` })),
        ]}
      />
      <ChoiceField
        label={text('alarms.station')}
        value={state.station}
        onChange={(station: string) => change({ station, device: '' })}
        options={[
          { value: '', label: text('alarms.allStations') },
          ...stations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  )
}

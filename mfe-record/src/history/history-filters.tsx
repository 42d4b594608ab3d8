import { alarmCodes, type Device } from '@helioport/contract'
import { joinParts, useText } from '@helioport/i18n'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { CodeField } from '../record/code-field.tsx'
import { FilterBar } from '../record/filter-bar.tsx'
import type { useDeviceSearch } from '../record/use-device-search.ts'
import type { HistoryState } from './history-query.ts'

interface HistoryFiltersProps {
  state: HistoryState
  change: (change: Partial<HistoryState>) => void
  devices: ReturnType<typeof useDeviceSearch>
  /** Days shown; today where none are named. */
  days: { from: string; to: string }
  /** Null: no filter is set. */
  onClear: (() => void) | null
}

const has = ['station', 'from', 'to', 'search'] as const

/** Device, days, alarms and text; one device is always chosen. */
export function HistoryFilters({ state, change, devices, days, onClear }: HistoryFiltersProps) {
  const text = useText<typeof enUS>('record')
  return (
    <FilterBar
      state={{ ...state, ...days }}
      change={change}
      has={has}
      searchLabel={text('history.search')}
      onClear={onClear}
      subject={
        <ChoiceField
          label={text('column.device')}
          value={devices.device?.id ?? ''}
          onChange={(chosen: string) => change({ device: chosen })}
          onSearch={devices.onSearch}
          options={devices.data.map(({ id, name, stationName }: Device) => ({
            value: id,
            label: joinParts([stationName, name]),
          }))}
        />
      }
    >
      <ChoiceField
        label={text('history.only')}
        value={state.only}
        onChange={(only) => change({ only })}
        options={[
          { value: 'all', label: text('history.all') },
          { value: 'alarms', label: text('history.alarms') },
        ]}
      />
      <CodeField codes={alarmCodes} value={state.code} onChange={(code) => change({ code })} />
    </FilterBar>
  )
}

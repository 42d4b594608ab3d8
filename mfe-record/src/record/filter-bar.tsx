import { type ReactNode, useState } from 'react'
import { useStationSearch, useWholeList } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button, Toolbar } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import { useNarrow } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { DayField } from './day-field.tsx'
import { type FilterName, type FilterState, noFilters } from './filter-fields.ts'

interface FilterBarProps {
  state: FilterState
  change: (change: Partial<FilterState>) => void
  /** Filters that this record has. */
  has: readonly FilterName[]
  /** Says what the search covers. */
  searchLabel?: string
  /**
   * Clears all filters including those in `children`; null: none is set. Undefined: only the shared ones are cleared.
   */
  onClear?: (() => void) | null
  /** Subject of the record, visible even when the filters are folded. */
  subject?: ReactNode
  /** Filters of this record only, shown before the others. */
  children?: ReactNode
}

/**
 * Filter bar of all records: place, person, time and text, in the same order and with the same names. On a phone only
 * the search is visible at first, to leave room for the results.
 */
export function FilterBar({ state, change, has, searchLabel, onClear, subject, children }: FilterBarProps) {
  const text = useText<typeof enUS>('record')
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const isFolded = isNarrow && !isOpen
  const isNarrowed = has.some((name) => state[name] !== noFilters[name])
  const clear = onClear === undefined && isNarrowed ? () => change(noFilters) : onClear
  return (
    <Toolbar end={!isFolded && <SharedFields state={state} change={change} has={has} />}>
      {subject}
      {!isNarrow && children}
      {has.includes('search') && (
        <SearchField
          value={state.search}
          onChange={(next) => change({ search: next })}
          label={searchLabel ?? text('filter.search')}
          clearLabel={text('alarms.clear')}
        />
      )}
      {isNarrow && (
        <Button icon="filter" pressed={isOpen} onClick={() => setOpen(!isOpen)}>
          {text('filter.more')}
        </Button>
      )}
      {clear && (
        <Button size="s" kind="text" onClick={clear}>
          {text('alarms.clear')}
        </Button>
      )}
      {isNarrow && isOpen && children}
    </Toolbar>
  )
}

/** Place, person and time. */
function SharedFields({ state, change, has }: Pick<FilterBarProps, 'state' | 'change' | 'has'>) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  return (
    <>
      {has.includes('station') && <PlaceFields state={state} change={change} has={has} />}
      {has.includes('person') && (
        <SearchField
          value={state.person}
          onChange={(person) => change({ person })}
          label={text('log.who')}
          clearLabel={common('action.clear')}
        />
      )}
      {has.includes('from') && (
        <>
          <DayField label={text('filter.from')} value={state.from} onChange={(from) => change({ from })} />
          <DayField label={text('filter.to')} value={state.to} onChange={(to) => change({ to })} />
        </>
      )}
    </>
  )
}

/** Station, and a device of it. */
function PlaceFields({ state, change, has }: Pick<FilterBarProps, 'state' | 'change' | 'has'>) {
  const text = useText<typeof enUS>('record')
  const { data: stations = [], onSearch } = useStationSearch(state.station)
  const { data: devices = [] } = useWholeList(
    'GET /devices',
    { query: { stationId: state.station } },
    { enabled: has.includes('device') && state.station !== '' },
  )
  const nameOf = (name: string, id: string, known: readonly { id: string }[]) =>
    id === '' || known.some((each) => each.id === id) ? [] : [{ value: id, label: name }]
  return (
    <>
      <ChoiceField
        label={text('alarms.station')}
        value={state.station}
        onChange={(station: string) => change({ station, device: '' })}
        onSearch={onSearch}
        options={[
          { value: '', label: text('alarms.allStations') },
          ...stations.map(({ id, name }) => ({ value: id, label: name })),
          ...nameOf('…', state.station, stations),
        ]}
      />
      {has.includes('device') && state.station !== '' && (
        <ChoiceField
          label={text('column.device')}
          value={state.device}
          onChange={(device: string) => change({ device })}
          options={[
            { value: '', label: text('filter.allDevices') },
            ...devices.map(({ id, name }) => ({ value: id, label: name })),
            ...nameOf('…', state.device, devices),
          ]}
        />
      )}
    </>
  )
}

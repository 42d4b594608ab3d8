import type { StationSearch } from '@helioport/api-client'
import { deviceStatuses } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Segmented, Toolbar } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import type { ListState } from './list-query.ts'
import type { deviceCounts } from './status-counts.ts'

interface DeviceFiltersProps {
  state: ListState
  change: (change: Partial<ListState>) => void
  stations: StationSearch
  /** Undefined: the counts are unknown for the present filters. */
  counts: ReturnType<typeof deviceCounts> | undefined
}

/** Status with counts, station, name or serial number. */
export function DeviceFilters({ state, change, stations, counts }: DeviceFiltersProps) {
  const text = useText<typeof enUS>('device')
  const status = useText('status')
  const common = useText()
  const format = useFormat()
  const count = (of: ListState['status']) => (counts ? { count: format.number(counts[of]) } : {})
  return (
    <Toolbar
      end={
        <>
          <ChoiceField
            label={text('list.station')}
            value={state.station}
            onChange={(station: string) => change({ station })}
            onSearch={stations.onSearch}
            options={[
              { value: '', label: text('list.allStations') },
              ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SearchField
            label={text('list.search')}
            placeholder={text('list.search')}
            clearLabel={common('action.clear')}
            value={state.search}
            onChange={(search: string) => change({ search })}
          />
        </>
      }
    >
      <Segmented
        label={text('list.status')}
        value={state.status}
        onChange={(chosen) => change({ status: chosen })}
        options={[
          { value: 'all', label: text('list.status.all'), ...count('all') },
          ...deviceStatuses.map((each) => ({ value: each, label: status(`status.${each}`), ...count(each) })),
        ]}
      />
    </Toolbar>
  )
}

import type { StationSearch } from '@helioport/api-client'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Segmented, Toolbar } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import type { ChoiceState } from './choice-query.ts'
import { type Candidate, matches, readinessFilters } from './readiness.ts'

interface ChoiceFiltersProps {
  state: ChoiceState
  change: (change: Partial<ChoiceState>) => void
  stations: StationSearch
  /** Undefined: still loading. */
  candidates: readonly Candidate[] | undefined
  hasChosen: boolean
  onChooseNone: () => void
  /** Undefined: the button is disabled. */
  onChooseAll: (() => void) | undefined
}

/** Readiness with counts, station, and buttons to choose all or none. */
export function ChoiceFilters(props: ChoiceFiltersProps) {
  const { state, change, stations, candidates, hasChosen, onChooseNone, onChooseAll } = props
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const count = (filter: ChoiceState['show']) =>
    candidates ? { count: format.number(candidates.filter((each) => matches(each, filter)).length) } : {}
  return (
    <Toolbar
      end={
        <>
          {hasChosen ? (
            <Button onClick={onChooseNone}>{text('chooseNone')}</Button>
          ) : (
            <Button disabled={!onChooseAll} onClick={() => onChooseAll?.()}>
              {text('chooseAll')}
            </Button>
          )}
          <ChoiceField
            label={text('station')}
            value={state.station}
            onSearch={stations.onSearch}
            onChange={(station: string) => {
              onChooseNone()
              change({ station })
            }}
            options={[
              { value: '', label: text('allStations') },
              ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </>
      }
    >
      <Segmented
        label={text('show')}
        value={state.show}
        onChange={(show) => change({ show })}
        options={readinessFilters.map((filter) => ({ value: filter, label: text(`show.${filter}`), ...count(filter) }))}
      />
    </Toolbar>
  )
}

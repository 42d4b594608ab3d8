import { useState } from 'react'
import { useWholeList } from '@helioport/api-client'
import { mostAnalysedInverters, type Station } from '@helioport/contract'
import { shownDayOf } from '@helioport/ui/date'
import { type Choice, firstParameters, promptsOf } from './analysis-choice.ts'

/**
 * The present choice. For a group, the first inverters (up to the limit) and its newest day are chosen until a person
 * chooses others. `now`: epoch ms.
 */
export function useChoice(first: Choice, stations: readonly Station[], now: number) {
  const [made, setMade] = useState<Choice>(() =>
    first.parameters.length === 0 ? { ...first, parameters: firstParameters } : first,
  )
  const [hasChosen, setHasChosen] = useState(first.inverters.length > 0)
  const [hasTried, setHasTried] = useState(false)
  const devices = useWholeList('GET /devices', { query: { stationId: made.station } }, { enabled: made.station !== '' })
  const inverters = made.station === '' || devices.isPrevious ? [] : (devices.data ?? [])
  const station = stations.find(({ id }) => id === made.station)
  const shown =
    station && shownDayOf(made.date || null, { timeZone: station.timeZone, measuredAt: station.age.measuredAt }, now)
  const choice: Choice = {
    ...made,
    inverters: hasChosen ? made.inverters : inverters.slice(0, mostAnalysedInverters).map(({ id }) => id),
    date: made.date || (shown?.date ?? ''),
  }
  return {
    choice,
    shown,
    inverters,
    isReading: made.station !== '' && devices.isFetching && inverters.length === 0,
    /** Empty until the first try to submit. */
    prompts: hasTried ? promptsOf(choice) : {},
    chooseStation: (id: string) => {
      setHasChosen(false)
      setMade({ ...made, station: id, inverters: [], date: '' })
    },
    chooseInverters: (ids: readonly string[]) => {
      setHasChosen(true)
      setMade({ ...made, inverters: ids })
    },
    change: (change: Partial<Choice>) => setMade({ ...made, ...change }),
    /** @returns whether the choice is complete */
    check: () => {
      setHasTried(true)
      return Object.keys(promptsOf(choice)).length === 0
    },
  }
}

import { useState } from 'react'
import { maxCaredAlarms } from '@helioport/contract'

/** The chosen alarms, at most as many as one call accepts. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return {
    chosen,
    isFull: chosen.length >= maxCaredAlarms,
    toggle: (id: string) =>
      setChosen((former) => (former.includes(id) ? former.filter((each) => each !== id) : [...former, id])),
    chooseAll: (ids: readonly string[]) =>
      setChosen((former) => [...new Set([...former, ...ids])].slice(0, maxCaredAlarms)),
    leaveOut: (ids: readonly string[]) => setChosen((former) => former.filter((each) => !ids.includes(each))),
    clear: () => setChosen([]),
  }
}

import { aliveEveryMs, type Beacon } from '@helioport/contract/beacon'

/** A tab that sent nothing for this long counts as closed, in ms. */
export const silentMs = 2 * aliveEveryMs
/** Above this number, the tabs that have been silent longest are dropped. */
const maxShown = 100_000

export interface Running {
  part: string
  release: string
  cohort: Beacon['cohort']
  tabs: number
}

interface Shown extends Pick<Beacon, 'part' | 'release' | 'cohort' | 'serial' | 'tab'> {
  at: number
}

/** Which release of which part each open tab shows. */
export interface RunningTabs {
  see: (beacon: Beacon, now: number) => void
  now: (now: number) => Running[]
  /** Tabs that are open, and those of them whose index is older than `serial`. */
  tabs: (serial: number, now: number) => { open: number; behind: number }
}

export function createRunningTabs(): RunningTabs {
  // Insertion order is the order of the last sign of life.
  const shown = new Map<string, Shown>()
  const forgetSilent = (now: number) => {
    for (const [key, { at }] of shown) {
      if (now - at < silentMs && shown.size <= maxShown) break
      shown.delete(key)
    }
  }
  return {
    see({ kind, part, release, cohort, serial, tab }, now) {
      const key = `${tab}/${part}`
      const before = shown.get(key)
      // A release that failed to load is not what the tab shows; a vital may arrive after the tab left the part.
      if (kind === 'unload' ? before?.release === release : kind !== 'vital') shown.delete(key)
      if (kind === 'load' || kind === 'alive') shown.set(key, { part, release, cohort, serial, tab, at: now })
      else if (kind === 'crash' && before !== undefined) shown.set(key, { ...before, at: now })
      forgetSilent(now)
    },
    now(now) {
      forgetSilent(now)
      const found = new Map<string, Running>()
      for (const { part, release, cohort } of shown.values()) {
        const key = `${part}/${release}/${cohort}`
        const known = found.get(key) ?? { part, release, cohort, tabs: 0 }
        found.set(key, { ...known, tabs: known.tabs + 1 })
      }
      return [...found.values()].sort((a, b) => b.tabs - a.tabs)
    },
    tabs(serial, now) {
      forgetSilent(now)
      const newest = new Map<string, number>()
      for (const one of shown.values()) newest.set(one.tab, Math.max(one.serial, newest.get(one.tab) ?? 0))
      return { open: newest.size, behind: [...newest.values()].filter((one) => one < serial).length }
    },
  }
}

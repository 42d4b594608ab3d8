import type { FaultKind } from './faults.ts'

const storageKey = 'helioport.quarantine'
/** This many crashes within this long (ms) are enough. */
const limit = 3
const withinMs = 60_000

interface Case {
  /** Release that the index offers; another one is given its own chance. */
  wanted: string
  kind: FaultKind
  /** Epochs in ms. */
  crashes: number[]
  closed: boolean
}

/** Remotes that crashed too often in this tab and are left alone until a person, or another release, says otherwise. */
export interface Quarantine {
  /** Notes a crash; true if the remote is in quarantine now. */
  note: (remote: string, wanted: string, kind: FaultKind) => boolean
  /** Kind of the last crash of a remote in quarantine. */
  of: (remote: string, wanted: string) => FaultKind | undefined
  lift: (remote: string) => void
}

export function createQuarantine(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
  /** Safe mode: crashes are noted, nothing is closed. */
  ignored: boolean,
): Quarantine {
  let cases: Record<string, Case> = {}
  try {
    cases = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, Case>
  } catch {
    // Blocked or garbled: nothing is in quarantine.
  }
  const save = () => {
    try {
      storage.setItem(storageKey, JSON.stringify(cases))
    } catch {
      // Full or blocked: remembered until the page is left.
    }
  }
  return {
    note(remote, wanted, kind) {
      const known = cases[remote]
      const recent = known?.wanted === wanted ? known.crashes.filter((at) => now() - at < withinMs) : []
      const crashes = [...recent, now()]
      cases[remote] = { wanted, kind, crashes, closed: crashes.length >= limit }
      save()
      return crashes.length >= limit && !ignored
    },
    of(remote, wanted) {
      const known = cases[remote]
      return known?.closed === true && known.wanted === wanted && !ignored ? known.kind : undefined
    },
    lift(remote) {
      const { [remote]: _, ...others } = cases
      cases = others
      save()
    },
  }
}

import type { FaultKind } from './faults.ts'

const storageKey = 'helioport.quarantine'
/**
 * Number of crashes within `withinMs` after which a remote is closed. Errors of handlers, timers and promises leave the
 * page on screen, so their limit is higher.
 */
const limits = { crash: 3, uncaught: 10 }
const withinMs = 60_000
const areUncaught: ReadonlySet<FaultKind> = new Set(['handler', 'promise'])

interface Case {
  /** Release that the index offers; another release starts without crashes. */
  wanted: string
  kind: FaultKind
  /** Epochs in ms. */
  crashes: number[]
  uncaught?: number[]
  closed: boolean
}

/** Remotes that crashed too often in this tab. They are not loaded until a person asks, or another release is out. */
export interface Quarantine {
  /** Notes a crash. True if the remote is in quarantine now; false for uncaught errors if it was before. */
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
    // Blocked or invalid: nothing is in quarantine.
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
      const recent = (times: readonly number[] = []) =>
        known?.wanted === wanted ? times.filter((at) => now() - at < withinMs) : []
      const isUncaught = areUncaught.has(kind)
      const crashes = [...recent(known?.crashes), ...(isUncaught ? [] : [now()])]
      const uncaught = [...recent(known?.uncaught), ...(isUncaught ? [now()] : [])]
      const wasClosed = known?.wanted === wanted && known.closed
      // A third time would crash the tab.
      const isLast = kind === 'memory'
      const closed = wasClosed || isLast || crashes.length >= limits.crash || uncaught.length >= limits.uncaught
      if (isUncaught && wasClosed) return false
      cases[remote] = { wanted, kind, crashes, uncaught, closed }
      save()
      return closed && !ignored
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

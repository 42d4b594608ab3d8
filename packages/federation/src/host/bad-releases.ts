import type { IndexedRelease } from '@helioport/contract/release'
import type { FaultKind } from './faults.ts'

interface Mark {
  kind: FaultKind
  /** Epoch in ms. */
  at: number
}

const storageKey = 'helioport.bad-releases'
/** Temporary faults; other faults are in the release itself and count for the whole session. */
const passing: ReadonlySet<FaultKind> = new Set(['network', 'missing', 'deadline'])
const passingMs = 60_000

/** Releases that failed in this tab. They are tried last, so that the next page does not wait for the same failure. */
export interface BadReleases {
  mark: (release: IndexedRelease, kind: FaultKind) => void
  forget: (remote: string) => void
  isBad: (release: IndexedRelease) => boolean
  /** Good releases first; otherwise the order is kept. */
  order: (releases: readonly IndexedRelease[]) => IndexedRelease[]
}

const keyOf = (release: IndexedRelease) => `${release.name}/${release.release}`

export function createBadReleases(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number): BadReleases {
  let marks: Record<string, Mark> = {}
  try {
    marks = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, Mark>
  } catch {
    // Blocked or invalid: no release is known to be bad.
  }
  const save = () => {
    try {
      storage.setItem(storageKey, JSON.stringify(marks))
    } catch {
      // Full or blocked: remembered until the page is left.
    }
  }
  const isBad = (release: IndexedRelease) => {
    const mark = marks[keyOf(release)]
    return mark !== undefined && (!passing.has(mark.kind) || now() - mark.at < passingMs)
  }
  return {
    isBad,
    mark(release, kind) {
      marks[keyOf(release)] = { kind, at: now() }
      save()
    },
    forget(remote) {
      marks = Object.fromEntries(Object.entries(marks).filter(([key]) => !key.startsWith(`${remote}/`)))
      save()
    },
    order: (releases) => [...releases.filter((one) => !isBad(one)), ...releases.filter(isBad)],
  }
}

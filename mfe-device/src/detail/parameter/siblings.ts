/** Below this current, in A, healthy strings differ as well (dawn, cloud edges): they are not compared. */
export const minComparableCurrentA = 0.5

/** Shortfall against the strongest string of its tracker, as a share, above which a string is marked. */
export const noticeableShortfall = 0.2

/**
 * The same for a string without known siblings on its tracker: it may face another way, so only a nearly dead one is
 * marked.
 */
export const loneStringShortfall = 0.9

export interface StringCurrent {
  /** As printed on the inverter, from 1. */
  number: number
  /** Null: not measured. */
  currentA: number | null
  /** Length of its bar: share of the strongest of all strings, 0 to 1. */
  share: number
  /** Shortfall against its siblings, as a share from 0 to 1; null: too small to be marked. */
  shortfall: number | null
}

export interface TrackerStrings {
  /** Number of the tracker, from 1; null: unknown assignment. */
  tracker: number | null
  strings: StringCurrent[]
}

const strongestOf = (currents: readonly (number | null)[]) => Math.max(0, ...currents.map((current) => current ?? 0))

/**
 * Strings by tracker, each compared with its siblings: strings of one tracker face the same way. They are numbered in
 * the order of the trackers, equally many on each; if the numbers do not fit, all are one group without known siblings.
 */
export function compareStrings(currents: readonly (number | null)[], trackers: number): TrackerStrings[] {
  const strongest = strongestOf(currents)
  const isEven = trackers > 0 && currents.length % trackers === 0
  const size = isEven ? currents.length / trackers : Math.max(1, currents.length)
  const groups: TrackerStrings[] = []
  for (let start = 0; start < currents.length; start += size) {
    const group = currents.slice(start, start + size)
    const isAlone = group.length === 1 || !isEven
    const reference = isAlone ? strongest : strongestOf(group)
    const least = isAlone ? loneStringShortfall : noticeableShortfall
    groups.push({
      tracker: isEven ? groups.length + 1 : null,
      strings: group.map((currentA, index) => {
        const below = currentA !== null && reference >= minComparableCurrentA ? 1 - currentA / reference : 0
        return {
          number: start + index + 1,
          currentA,
          share: strongest > 0 ? Math.max(0, (currentA ?? 0) / strongest) : 0,
          shortfall: below >= least ? Math.min(1, below) : null,
        }
      }),
    })
  }
  return groups
}

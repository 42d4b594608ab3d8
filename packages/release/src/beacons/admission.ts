const hourMs = 3_600_000
/** An address, or an account, makes so many tabs of what operators are shown, however few there are in all. */
const leastTabs = 20
/** Errors of a tab with one release: the shell sets a part aside after a few. */
const mostErrors = 30
/** Tellers, and tabs with errors, that are remembered. */
const maxKnown = 50_000

/** Whether what a tab tells is counted in what operators are shown, in which one teller weighs little. */
interface Admission {
  /** `teller`: an account, or else an address. Over its share of the tabs of this hour it brings no further ones. */
  tab: (teller: string, tab: string, now: number) => boolean
  /** `mark`: a tab with one release. */
  error: (mark: string, now: number) => boolean
}

export function createAdmission(share: number): Admission {
  let since = 0
  let total = 0
  const tabs = new Map<string, Set<string>>()
  const errors = new Map<string, number>()
  const begin = (now: number) => {
    // Either way: a clock may be set back.
    if (Math.abs(now - since) < hourMs && tabs.size < maxKnown && errors.size < maxKnown) return
    since = now
    total = 0
    tabs.clear()
    errors.clear()
  }
  return {
    tab(teller, tab, now) {
      begin(now)
      const own = tabs.get(teller) ?? new Set()
      if (own.has(tab)) return true
      if (own.size >= Math.max(leastTabs, share * total)) return false
      tabs.set(teller, own.add(tab))
      total += 1
      return true
    },
    error(mark, now) {
      begin(now)
      const count = (errors.get(mark) ?? 0) + 1
      errors.set(mark, count)
      return count <= mostErrors
    },
  }
}

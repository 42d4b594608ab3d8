const hourMs = 3_600_000
/** Tabs that one address or account may always add to the operators' figures, however few there are in all. */
const leastTabs = 20
/** Limit of counted errors per tab and release: the shell disables a part after a few. */
const mostErrors = 30
/** Limit of remembered tellers, and of tabs with errors. */
const maxKnown = 50_000

/** Decides whether a tab's report counts in the operators' figures: limits the weight of each teller. */
interface Admission {
  /**
   * `teller`: an account, or else an address. False once the teller has its share of this hour's tabs: new tabs are
   * ignored.
   */
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
    // Math.abs: the clock may be set back.
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

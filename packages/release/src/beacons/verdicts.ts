import type { Beacon } from '@helioport/contract/beacon'
import { createSeen } from './seen.ts'

const minuteMs = 60_000
/** Older reports are dropped, in ms. In memory only: addresses are never written. */
const keptMs = 180 * minuteMs
/** Limit of addresses and accounts per minute and release; further ones are not counted. */
const maxTellers = 2_000

interface Told {
  tabs: number
  bad: number
}

/** Tabs that tried a release, weighted so that one address or account counts for a limited share. */
export interface Sample extends Told {
  /**
   * Number of accounts, and of addresses of tabs without an account, for which it worked in a tab, and failed in a tab.
   */
  goodVoices: number
  badVoices: number
  /** The same sum without the address with the most failures: shows whether that address alone makes the difference. */
  spared: Told
  /** Tabs in which it worked, without the address that has most of these tabs. */
  goodSpared: number
}

/** Reports from one address. */
export interface OfAddress {
  /** From tabs in which nobody was signed in. */
  nobody: Told
  /** One entry per account whose first report came from this address; in a verdict an account counts as one tab. */
  accounts: readonly Told[]
}

export interface Weights {
  /** Largest share of a verdict that one address may make. */
  share: number
  /** Tabs that one address may make in any case, however few there are in all. */
  least: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Tabs per address, reduced until no address has more than its share of the reduced total. */
function cut(tabs: readonly number[], { share, least }: Weights): number[] {
  let weights = [...tabs]
  for (let round = 0; round < 20; round += 1) {
    const most = Math.max(least, share * sum(weights))
    const next = weights.map((one) => Math.min(one, most))
    if (sum(next) === sum(weights)) break
    weights = next
  }
  return weights
}

/** Counts an account's tabs as one tab; `bad` becomes the share of them that failed. */
const asOne = ({ tabs, bad }: Told): Told => ({ tabs: 1, bad: bad / Math.max(1, tabs, bad) })

const sumOf = (all: readonly Told[]): Told => ({ tabs: sum(all.map(({ tabs }) => tabs)), bad: sum(all.map(({ bad }) => bad)) }) // prettier-ignore

/** Weighted sum of the reports of all addresses. Pure. */
export function weighed(all: readonly OfAddress[], weights: Weights): Sample {
  const told = all.map(({ nobody, accounts }) => sumOf([nobody, ...accounts.map(asOne)]))
  const voices = all.flatMap(({ nobody, accounts }) => [nobody, ...accounts])
  const allowed = cut(told.map(({ tabs }) => tabs), weights) // prettier-ignore
  const parts = told.map(({ tabs, bad }, i) => ({ tabs: allowed[i] ?? 0, bad: tabs === 0 ? 0 : ((allowed[i] ?? 0) * bad) / tabs })) // prettier-ignore
  const total = { tabs: Math.floor(sum(parts.map(({ tabs }) => tabs))), bad: Math.round(sum(parts.map(({ bad }) => bad))) } // prettier-ignore
  const worst = parts.toSorted((a, b) => b.bad - a.bad)[0] ?? { tabs: 0, bad: 0 }
  const good = parts.map(({ tabs, bad }) => tabs - bad)
  return {
    ...total,
    goodVoices: voices.filter(({ tabs, bad }) => tabs > bad).length,
    badVoices: voices.filter(({ bad }) => bad > 0).length,
    spared: {
      tabs: Math.max(0, Math.floor(total.tabs - worst.tabs)),
      bad: Math.max(0, Math.round(total.bad - worst.bad)),
    },
    goodSpared: Math.floor(sum(good) - Math.max(0, ...good)),
  }
}

/** Sender of a report. */
export interface Teller {
  address: string
  /** Mark of the signed-in account. */
  account?: string | undefined
}

/** Reports on each release by address and account; the canary controller decides by them. */
export interface Verdicts {
  record: (beacon: Beacon, teller: Teller, now: number) => void
  /** Reports since an instant (epoch in ms), rounded down to the minute; at most three hours back. */
  since: (part: string, release: string, from: number, weights: Weights) => Sample
}

interface Counted extends Teller, Told {}

export function createVerdicts(): Verdicts {
  /** By `<part>/<release>`, minute and teller: an account, from whatever address, or else an address. */
  const series = new Map<string, Map<number, Map<string, Counted>>>()
  const seen = createSeen(5 * minuteMs, 200_000)
  const failed = createSeen(5 * minuteMs, 200_000)
  return {
    record({ kind, part, release, tab }, { address, account }, now) {
      if (kind !== 'load' && kind !== 'fault' && kind !== 'crash') return
      const teller = account === undefined ? address : `account ${account}`
      const mark = `${tab}/${part}/${release}/${teller}`
      const isNew = seen.isNew(mark, now)
      const isBad = kind !== 'load' && failed.isNew(mark, now)
      if (!isNew && !isBad) return
      const key = `${part}/${release}`
      const minutes = series.get(key) ?? new Map<number, Map<string, Counted>>()
      series.set(key, minutes)
      const minute = Math.floor(now / minuteMs)
      if (!minutes.has(minute)) for (const one of minutes.keys()) if ((minute - one) * minuteMs > keptMs) minutes.delete(one) // prettier-ignore
      const tellers = minutes.get(minute) ?? new Map<string, Counted>()
      minutes.set(minute, tellers)
      const told = tellers.get(teller) ?? { address, account, tabs: 0, bad: 0 }
      if (tellers.size >= maxTellers && !tellers.has(teller)) return
      tellers.set(teller, { ...told, tabs: told.tabs + (isNew ? 1 : 0), bad: told.bad + (isBad ? 1 : 0) })
    },
    since(part, release, from, weights) {
      const sums = new Map<string, Counted>()
      for (const [minute, tellers] of series.get(`${part}/${release}`) ?? []) {
        if ((minute + 1) * minuteMs <= from) continue
        for (const [teller, { tabs, bad, ...who }] of tellers) {
          const known = sums.get(teller) ?? { ...who, tabs: 0, bad: 0 }
          sums.set(teller, { ...known, tabs: known.tabs + tabs, bad: known.bad + bad })
        }
      }
      const addresses = new Map<string, { nobody: Told; accounts: Told[] }>()
      for (const { address, account, tabs, bad } of sums.values()) {
        const of = addresses.get(address) ?? { nobody: { tabs: 0, bad: 0 }, accounts: [] }
        // A failure may be reported in a later minute than the load of its tab.
        const told = { tabs: Math.max(tabs, bad), bad }
        if (account === undefined) addresses.set(address, { ...of, nobody: told })
        else addresses.set(address, { ...of, accounts: [...of.accounts, told] })
      }
      return weighed([...addresses.values()], weights)
    },
  }
}

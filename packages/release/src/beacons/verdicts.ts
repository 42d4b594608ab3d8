import type { Beacon } from '@helioport/contract/beacon'
import { createSeen } from './seen.ts'

const minuteMs = 60_000
/** What is older says nothing of a release now, in ms. In memory alone: addresses are written nowhere. */
const keptMs = 180 * minuteMs
/** Addresses per minute and release; further ones are not counted. */
const maxAddresses = 2_000

interface Told {
  tabs: number
  bad: number
}

/** Tabs that tried a release, as far as one address may weigh. */
export interface Sample extends Told {
  /** Addresses with a tab in which it worked, and with one in which it did not. */
  goodAddresses: number
  badAddresses: number
  /** The same without the address that speaks most against it: whether one alone makes the difference. */
  spared: Told
  /** Tabs in which it worked, without the address that has most of them. */
  goodSpared: number
}

export interface Weights {
  /** Share of a verdict that one address makes at most. */
  share: number
  /** Tabs that it makes at least, however few there are in all. */
  least: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Tabs of each address, cut so that none makes more than its share of what is left. */
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

/** What all addresses together say. Pure. */
export function weighed(told: readonly Told[], weights: Weights): Sample {
  const allowed = cut(told.map(({ tabs }) => tabs), weights) // prettier-ignore
  const parts = told.map(({ tabs, bad }, i) => ({ tabs: allowed[i] ?? 0, bad: tabs === 0 ? 0 : ((allowed[i] ?? 0) * bad) / tabs })) // prettier-ignore
  const total = { tabs: Math.floor(sum(parts.map(({ tabs }) => tabs))), bad: Math.round(sum(parts.map(({ bad }) => bad))) } // prettier-ignore
  const worst = parts.toSorted((a, b) => b.bad - a.bad)[0] ?? { tabs: 0, bad: 0 }
  const good = parts.map(({ tabs, bad }) => tabs - bad)
  return {
    ...total,
    goodAddresses: told.filter(({ tabs, bad }) => tabs > bad).length,
    badAddresses: told.filter(({ bad }) => bad > 0).length,
    spared: {
      tabs: Math.max(0, Math.floor(total.tabs - worst.tabs)),
      bad: Math.max(0, Math.round(total.bad - worst.bad)),
    },
    goodSpared: Math.floor(sum(good) - Math.max(0, ...good)),
  }
}

/** Who told what of which release, by address: what the control of canaries goes by. */
export interface Verdicts {
  record: (beacon: Beacon, address: string, now: number) => void
  /** Since an instant (epoch in ms), to a minute; three hours back at most. */
  since: (part: string, release: string, from: number, weights: Weights) => Sample
}

export function createVerdicts(): Verdicts {
  /** By `<part>/<release>`, minute and address. */
  const series = new Map<string, Map<number, Map<string, Told>>>()
  const seen = createSeen(5 * minuteMs, 200_000)
  const failed = createSeen(5 * minuteMs, 200_000)
  return {
    record({ kind, part, release, tab }, address, now) {
      if (kind !== 'load' && kind !== 'fault' && kind !== 'crash') return
      const mark = `${tab}/${part}/${release}/${address}`
      const isNew = seen.isNew(mark, now)
      const isBad = kind !== 'load' && failed.isNew(mark, now)
      if (!isNew && !isBad) return
      const key = `${part}/${release}`
      const minutes = series.get(key) ?? new Map<number, Map<string, Told>>()
      series.set(key, minutes)
      const minute = Math.floor(now / minuteMs)
      if (!minutes.has(minute)) for (const one of minutes.keys()) if ((minute - one) * minuteMs > keptMs) minutes.delete(one) // prettier-ignore
      const addresses = minutes.get(minute) ?? new Map<string, Told>()
      minutes.set(minute, addresses)
      const told = addresses.get(address) ?? { tabs: 0, bad: 0 }
      if (addresses.size >= maxAddresses && !addresses.has(address)) return
      addresses.set(address, { tabs: told.tabs + (isNew ? 1 : 0), bad: told.bad + (isBad ? 1 : 0) })
    },
    since(part, release, from, weights) {
      const sums = new Map<string, Told>()
      for (const [minute, addresses] of series.get(`${part}/${release}`) ?? []) {
        if ((minute + 1) * minuteMs <= from) continue
        for (const [address, { tabs, bad }] of addresses) {
          const known = sums.get(address) ?? { tabs: 0, bad: 0 }
          sums.set(address, { tabs: known.tabs + tabs, bad: known.bad + bad })
        }
      }
      // A failure may be told in the minute after its load.
      return weighed([...sums.values()].map(({ tabs, bad }) => ({ tabs: Math.max(tabs, bad), bad })), weights) // prettier-ignore
    },
  }
}

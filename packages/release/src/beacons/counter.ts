import type { Beacon, FaultClass } from '@helioport/contract/beacon'

type Vital = NonNullable<Beacon['vital']>['name']

/** What browsers reported of one release in one span of time. */
export interface Counter {
  /** Tabs that tried to load it; retries of a tab within five to ten minutes count once. */
  tabs: number
  /** Tabs of these in which it failed to load, or crashed. */
  bad: number
  /** Every event, repeated ones of a tab included. */
  loads: number
  crashes: number
  faults: Partial<Record<FaultClass, number>>
  /** Values by bin; see `binOf`. */
  vitals: Partial<Record<Vital, Record<string, number>>>
}

export const emptyCounter = (): Counter => ({ tabs: 0, bad: 0, loads: 0, crashes: 0, faults: {}, vitals: {} })

/** Each bin is a tenth wider than the one below: a quantile is exact to 5 %. */
const growth = 1.1
/** Lowest value that a bin resolves. Layout shift is a score below 1, all other vitals are in ms. */
const floors: Record<Vital, number> = { LCP: 1, INP: 1, CLS: 0.001, TTFB: 1, FCP: 1 }

const binOf = ({ name, value }: NonNullable<Beacon['vital']>) =>
  String(Math.max(0, Math.round(Math.log(Math.max(value, floors[name]) / floors[name]) / Math.log(growth))))

/**
 * Counts one beacon. `isNew`: the tab's first recent report of this release; `isBad`: its first recent failure of it.
 */
export function count(counter: Counter, beacon: Beacon, isNew: boolean, isBad: boolean): void {
  counter.tabs += isNew ? 1 : 0
  counter.bad += isBad ? 1 : 0
  if (beacon.kind === 'load') counter.loads += 1
  if (beacon.kind === 'crash') counter.crashes += 1
  if (beacon.kind === 'fault' || beacon.kind === 'crash') {
    const fault = beacon.fault ?? 'unknown'
    counter.faults[fault] = (counter.faults[fault] ?? 0) + 1
  }
  if (beacon.vital !== undefined) {
    const bins = (counter.vitals[beacon.vital.name] ??= {})
    const bin = binOf(beacon.vital)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
}

function addAll(into: Partial<Record<string, number>>, from: Partial<Record<string, number>>): void {
  for (const [key, value = 0] of Object.entries(from)) into[key] = (into[key] ?? 0) + value
}

export function add(into: Counter, from: Counter): void {
  into.tabs += from.tabs
  into.bad += from.bad
  into.loads += from.loads
  into.crashes += from.crashes
  addAll(into.faults, from.faults)
  for (const [name, bins] of Object.entries(from.vitals)) addAll((into.vitals[name as Vital] ??= {}), bins)
}

/** Third quartile of a vital, the usual figure to judge it by; null without any value. */
export function thirdQuartile(counter: Counter, name: Vital): number | null {
  const bins = Object.entries(counter.vitals[name] ?? {}).sort(([a], [b]) => Number(a) - Number(b))
  const total = bins.reduce((sum, [, many]) => sum + many, 0)
  let seen = 0
  for (const [bin, many] of bins) {
    seen += many
    if (seen >= total * 0.75) return floors[name] * growth ** Number(bin)
  }
  return null
}

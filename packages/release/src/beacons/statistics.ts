import type { Beacon } from '@helioport/contract/beacon'
import { createAdmission } from './admission.ts'
import { add, count, type Counter, emptyCounter } from './counter.ts'
import { createRunningTabs, type Running, type RunningTabs } from './running.ts'
import { createSeen } from './seen.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Minutes are kept for two hours, hours for a week. */
const keptMs = { minute: 2 * hourMs, hour: 168 * hourMs }

/** Counters by start of their span, as epoch in ms. */
interface Series {
  minutes: Record<string, Counter>
  hours: Record<string, Counter>
  /** Epoch in ms of the last beacon. */
  lastAt: number
}

/** What is kept across a restart: counts only, nothing of single tabs. Key: `<part>/<release>/<cohort>`. */
export interface KeptStatistics {
  schema: 1
  /** ISO instant. */
  at: string
  series: Record<string, Series>
  /** Releases that open tabs ran at this write. */
  running: Running[]
}

export interface ReleaseCount {
  part: string
  release: string
  cohort: string
  counter: Counter
}

export interface BeaconStatistics {
  running: RunningTabs
  /** `teller`: the account or address of the sender; each may make a limited share of the counts. */
  record: (beacon: Beacon, now: number, teller?: string) => void
  /** Sums since an instant (epoch in ms), by release and cohort. Exact to a minute for two hours, then to an hour. */
  since: (from: number, now: number) => ReleaseCount[]
  keep: (now: number) => KeptStatistics
  /** Grows with every beacon. */
  recorded: () => number
}

function forgetOld(spans: Record<string, Counter>, before: number): void {
  for (const start of Object.keys(spans)) if (Number(start) < before) delete spans[start]
}

/** Sum of one release's counters. */
export function sumOf(counts: readonly ReleaseCount[], part: string, release: string): Counter {
  const sum = emptyCounter()
  for (const one of counts) if (one.part === part && one.release === release) add(sum, one.counter)
  return sum
}

/** `share`: largest share of the tabs that one address or account may make. */
export function createBeaconStatistics(kept?: KeptStatistics, share = 1): BeaconStatistics {
  const series = new Map(Object.entries(kept?.series ?? {}))
  const running = createRunningTabs()
  const told = createSeen(5 * minuteMs, 200_000)
  const failed = createSeen(5 * minuteMs, 200_000)
  const admission = createAdmission(share)
  let recorded = 0

  function record(beacon: Beacon, now: number, teller?: string): void {
    const { part, release, cohort, kind, tab } = beacon
    if (teller !== undefined && !admission.tab(teller, tab, now)) return
    recorded += 1
    running.see(beacon, now)
    const key = `${part}/${release}/${cohort}`
    const one = series.get(key) ?? { minutes: {}, hours: {}, lastAt: now }
    series.set(key, one)
    one.lastAt = now
    if (kind === 'alive' || kind === 'unload') return
    const mark = `${tab}/${part}/${release}`
    const isFailure = kind === 'fault' || kind === 'crash'
    if (isFailure && !admission.error(mark, now)) return
    const isNew = kind !== 'vital' && told.isNew(mark, now)
    const isBad = isFailure && failed.isNew(mark, now)
    const [minute, hour] = [minuteMs, hourMs].map((span) => String(now - (now % span)))
    if (minute === undefined || hour === undefined) return
    if (one.minutes[minute] === undefined) forgetOld(one.minutes, now - keptMs.minute)
    if (one.hours[hour] === undefined) forgetOld(one.hours, now - keptMs.hour)
    count((one.minutes[minute] ??= emptyCounter()), beacon, isNew, isBad)
    count((one.hours[hour] ??= emptyCounter()), beacon, isNew, isBad)
  }

  function since(from: number, now: number): ReleaseCount[] {
    const [span, spanMs] = now - from <= keptMs.minute - minuteMs ? (['minutes', minuteMs] as const) : (['hours', hourMs] as const) // prettier-ignore
    return [...series].map(([key, one]) => {
      const [part = '', release = '', cohort = ''] = key.split('/')
      const counter = emptyCounter()
      for (const [start, part_] of Object.entries(one[span])) if (Number(start) > from - spanMs) add(counter, part_)
      return { part, release, cohort, counter }
    })
  }

  function keep(now: number): KeptStatistics {
    for (const [key, one] of series) {
      forgetOld(one.minutes, now - keptMs.minute)
      if (now - one.lastAt > keptMs.hour) series.delete(key)
    }
    return { schema: 1, at: new Date(now).toISOString(), series: Object.fromEntries(series), running: running.now(now) }
  }

  return { running, record, since, keep, recorded: () => recorded }
}

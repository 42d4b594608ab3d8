import type { FaultClass } from '@helioport/contract/beacon'
import { emptyCounter, add, thirdQuartile } from '../beacons/counter.ts'
import type { Running } from '../beacons/running.ts'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import type { Verdicts } from '../beacons/verdicts.ts'
import { type CanaryEvidence, type CanaryRules, decideCanary } from '../canary/decide.ts'
import { evidenceOf } from '../canary/controller.ts'
import { type AuditEntry, readAudit } from '../store/audit.ts'
import { type BucketState, bucketState } from '../store/bucket.ts'
import { stampOf } from '../store/disk.ts'
import type { Layout } from '../store/layout.ts'
import { readLock } from '../store/lock.ts'
import type { TeamKey } from '../team/team-key.ts'
import { type PartStatus, type Status, statusOf } from './status.ts'

/** Reports of browsers on one release in a span of time. */
export interface ReleaseHealth {
  release: string
  tabs: number
  bad: number
  loads: number
  crashes: number
  faults: Partial<Record<FaultClass, number>>
  /** Third quartile of the largest contentful paint, in ms; null without any value. */
  paint: number | null
}

export interface PartReport extends PartStatus {
  running: Running[]
  hour: ReleaseHealth[]
  day: ReleaseHealth[]
  evidence: CanaryEvidence | null
  /** Present decision of the canary controller. */
  decision: 'wait' | 'step' | 'finish' | 'halt' | null
}

/** Whom the report is for: an operator sees all parts, a team's key its own ones. */
export interface Viewer {
  /** Name of the key; null: the operator. */
  key: string | null
  actions: readonly string[]
}

export interface Report extends Omit<Status, 'parts'> {
  /** ISO instant. */
  now: string
  viewer: Viewer
  tabs: { open: number; behind: number }
  parts: PartReport[]
  /** Newest first. */
  history: AuditEntry[]
}

const historyLength = 100
const hourMs = 3_600_000
const bucketEveryMs = 10_000

function healthOf(statistics: BeaconStatistics, part: string, from: number, now: number): ReleaseHealth[] {
  const sums = new Map<string, ReturnType<typeof emptyCounter>>()
  for (const { part: of, release, counter } of statistics.since(from, now)) {
    if (of !== part) continue
    const sum = sums.get(release) ?? emptyCounter()
    sums.set(release, sum)
    add(sum, counter)
  }
  return [...sums]
    .map(([release, sum]) => {
      const { tabs, bad, loads, crashes, faults } = sum
      return { release, tabs, bad, loads, crashes, faults, paint: thirdQuartile(sum, 'LCP') }
    })
    .filter(({ tabs, loads, crashes, faults }) => tabs + loads + crashes + Object.keys(faults).length > 0)
}

/** Everything on the operator's page. Reads the store again only after its index or its audit log has changed. */
export function createReporter(layout: Layout, statistics: BeaconStatistics, verdicts: Verdicts, rules: CanaryRules) {
  let stamp = ''
  let known: Promise<{ status: Status; history: AuditEntry[] }> | undefined

  async function read() {
    const now = (await Promise.all([layout.index, layout.audit].map(stampOf))).join()
    if (known === undefined || now !== stamp) {
      stamp = now
      const reading = Promise.all([statusOf(layout), readAudit(layout, historyLength)])
      known = reading.then(([status, history]) => ({ status, history }))
      known.catch(() => {
        known = undefined
      })
    }
    return known
  }

  let bucketAt = -Infinity
  let bucketThen: Promise<BucketState | null> | undefined
  /** Asks the bucket at most every ten seconds, for all readers together. */
  function bucketNow(now: number): Promise<BucketState | null> {
    if (bucketThen === undefined || Math.abs(now - bucketAt) > bucketEveryMs) {
      bucketAt = now
      bucketThen = bucketState(layout)
    }
    return bucketThen
  }

  return async (now: number): Promise<Report> => {
    const [{ status, history }, lock, bucket] = await Promise.all([read(), readLock(layout.lock), bucketNow(now)])
    const running = statistics.running.now(now)
    const parts = status.parts.map((part): PartReport => {
      const { name, canary } = part
      const evidence = canary === null ? null : evidenceOf(verdicts, rules, part, canary, now)
      return {
        ...part,
        running: running.filter((one) => one.part === name),
        hour: healthOf(statistics, name, now - hourMs, now),
        day: healthOf(statistics, name, now - 24 * hourMs, now),
        evidence,
        decision: canary === null || evidence === null ? null : decideCanary(canary, evidence, now, rules).kind,
      }
    })
    const tabs = statistics.running.tabs(status.serial, now)
    const viewer = { key: null, actions: ['promote', 'rollback', 'revoke', 'halt'] }
    return { ...status, viewer, lock: lock ?? null, bucket, now: new Date(now).toISOString(), tabs, parts, history }
  }
}

/** The part of a report that a team may see: its parts and their history. */
export function reportFor(
  report: Report,
  { name, parts, actions }: Pick<TeamKey, 'name' | 'parts' | 'actions'>,
): Report {
  const isTheirs = (part: string | null) => part !== null && parts.includes(part)
  // A key with the right to point may also undo a rollback.
  const may = [...(actions.includes('point') ? ['promote'] : []), ...actions.filter((one) => one === 'rollback' || one === 'halt')] // prettier-ignore
  return {
    ...report,
    viewer: { key: name, actions: may },
    lock: null,
    bucket: null,
    parts: report.parts.filter((part) => isTheirs(part.name)),
    history: report.history.filter((entry) => isTheirs(entry.name)),
  }
}

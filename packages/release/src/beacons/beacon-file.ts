import { replaceFile } from '../store/disk.ts'
import { type Layout, readJson } from '../store/layout.ts'
import type { Running } from './running.ts'
import { type BeaconStatistics, createBeaconStatistics, type KeptStatistics } from './statistics.ts'

/** A prune keeps a release that a tab reported within this time, in ms. */
const recentMs = 24 * 3_600_000

/** The counts of a store; undefined if there are none, or if they cannot be read: the host starts without them. */
async function readKept(layout: Layout): Promise<KeptStatistics | undefined> {
  const kept = await readJson<KeptStatistics>(layout.beacons).catch(() => undefined)
  return kept?.schema === 1 ? kept : undefined
}

export interface BeaconFile {
  statistics: BeaconStatistics
  /** Writes the counts if they changed since the last write. */
  save: (now: number) => Promise<void>
}

/** `share`: largest share of the tabs that one address or account may make. */
export async function openBeaconFile(layout: Layout, share: number): Promise<BeaconFile> {
  const statistics = createBeaconStatistics(await readKept(layout), share)
  let saved = 0
  return {
    statistics,
    async save(now) {
      const recorded = statistics.recorded()
      if (recorded === saved) return
      await replaceFile(layout.disk, layout.beacons, JSON.stringify(statistics.keep(now)))
      saved = recorded
    },
  }
}

/**
 * For programs beside the host: what tabs ran at the host's last write, and the `<name>/<release>` reported within a
 * day.
 */
export async function readRunning(layout: Layout, now: number): Promise<{ running: Running[]; recent: Set<string> }> {
  const kept = await readKept(layout)
  const isFresh = kept !== undefined && now - Date.parse(kept.at) < 60_000
  const recent = Object.entries(kept?.series ?? {})
    .filter(([, { lastAt }]) => now - lastAt < recentMs)
    .map(([key]) => key.split('/').slice(0, 2).join('/'))
  return { running: isFresh ? kept.running : [], recent: new Set(recent) }
}

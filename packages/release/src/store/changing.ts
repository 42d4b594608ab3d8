import { agreeWithBucket } from './bucket.ts'
import { carryOut } from './decided.ts'
import type { Layout } from './layout.ts'
import { type HeldLock, Locked, withLock } from './lock.ts'
import { StateMoved } from './shared/shared-state.ts'

/** Limit of tries when other hosts change the state first. */
const mostTries = 20

/**
 * Runs a change under the lock, after completing an interrupted change and taking over other hosts' changes; repeats it
 * where another host was first. Then updates the bucket; where that fails the change stands, and the release host
 * retries until the bucket agrees. A state that hosts share is decided in the bucket, or not at all.
 */
export async function changing<T>(layout: Layout, work: (held: HeldLock) => Promise<T>): Promise<T> {
  const run = async (held: HeldLock): Promise<T> => {
    for (let left = mostTries; ; left -= 1) {
      await carryOut(layout, held)
      await layout.shared?.pull(layout, held)
      try {
        return await work(held)
      } catch (error) {
        if (!(error instanceof StateMoved)) throw error
        if (left <= 1) throw new Locked('other release hosts change the state all the time; look again')
      }
    }
  }
  const result = await withLock(layout.lock, run, { disk: layout.disk })
  await agreeWithBucket(layout).catch(() => undefined)
  return result
}

/** Takes over other hosts' changes, where hosts share a state. @throws ObjectStoreError */
export async function followOthers(layout: Layout): Promise<void> {
  if ((await layout.shared?.isNews()) === true) await changing(layout, async () => undefined)
}

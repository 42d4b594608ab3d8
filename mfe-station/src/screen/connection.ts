import { pollMs } from '../station/use-fleet.ts'

/** After three polls without an answer the figures count as outdated. */
const lostAfterMs = 3 * pollMs

/** Whether figures that arrived at `updatedAt` (epoch ms, 0: never) are too old to be shown as current. */
export function isConnectionLost(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt > lostAfterMs
}

/** Index of the item shown at `now` when each of `count` items has its turn of `turnMs`. Depends only on the clock. */
export function turnAt(now: number, turnMs: number, count: number): number {
  return count <= 1 ? 0 : Math.floor(now / turnMs) % count
}

/** Items per page when a page holds at most `most`: the pages are filled evenly. */
export function perPage(count: number, most: number): number {
  return count === 0 ? most : Math.ceil(count / Math.ceil(count / most))
}

import { pollMs } from '../station/use-fleet.ts'

/** After three polls without an answer the figures on the wall are old. */
const lostAfterMs = 3 * pollMs

/** Whether figures that arrived at `updatedAt` (epoch ms, 0: never) are too old to be shown as now. */
export function isConnectionLost(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt > lostAfterMs
}

/** Which of `count` things is shown at `now` when each has its turn of `turnMs`: the wall moves by the clock. */
export function turnAt(now: number, turnMs: number, count: number): number {
  return count <= 1 ? 0 : Math.floor(now / turnMs) % count
}

/** How many of `count` things stand on each page when a page holds `most`: the pages are filled alike. */
export function perPage(count: number, most: number): number {
  return count === 0 ? most : Math.ceil(count / Math.ceil(count / most))
}

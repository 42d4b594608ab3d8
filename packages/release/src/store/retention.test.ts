import { existsSync } from 'node:fs'
import { createTestLayout, goBack, layRelease, releaseOf } from '../testing/store.ts'
import { readAudit } from './audit.ts'
import { commitChange, publishReleases } from './change.ts'
import { type Layout } from './layout.ts'
import { retainedReleases } from './release-objects.ts'
import { prune } from './retention.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const day = (number: number) => new Date(start + number * 86_400_000)
const nobody: ReadonlySet<string> = new Set()
let layout: Layout

beforeEach(() => {
  layout = createTestLayout()
})

/** One release per day, from day 1 on. */
async function publishDays(days: number): Promise<void> {
  for (let i = 1; i <= days; i += 1) {
    const release = layRelease(layout, 'station', i, day(i).toISOString())
    await publishReleases(layout, [{ name: 'station', release }], day(i))
  }
}

const releases = (pruned: { release: string }[]) => pruned.map(({ release }) => release).sort()
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => releaseOf(from + i)).sort()

test('keeps at least twenty releases and all of the last thirty days', async () => {
  await publishDays(25)
  expect(releases(await prune(layout, nobody, { dryRun: true }, day(26)))).toEqual([])
  expect(releases(await prune(layout, nobody, { dryRun: true }, day(300)))).toEqual(range(1, 5))
  // Day 33.5: the third one was replaced on day 4, less than thirty days ago.
  const soon = new Date(day(33).getTime() + 43_200_000)
  expect(releases(await prune(layout, nobody, { dryRun: true }, soon))).toEqual(range(1, 2))
  expect((await retainedReleases(layout, 'station')).size).toBe(25)
})

test('removes releases that were never current after a week, also of a part without a pointer', async () => {
  await publishDays(22)
  for (const name of ['station', 'notes'])
    for (let i = 100; i < 130; i += 1) layRelease(layout, name, i, day(290).toISOString())
  expect(releases(await prune(layout, nobody, { dryRun: true }, day(296)))).toEqual(range(1, 2))
  const pruned = await prune(layout, nobody, { dryRun: false }, day(298))
  expect(releases(pruned.filter(({ name }) => name === 'station'))).toEqual([...range(1, 2), ...range(100, 129)].sort())
  expect((await retainedReleases(layout, 'notes')).size).toBe(0)
})

test('a pruned release is gone from the store and listed in the audit log', async () => {
  await publishDays(23)
  const pruned = await prune(layout, nobody, { dryRun: false, by: 'Li' }, day(300))
  expect(releases(pruned)).toEqual(range(1, 3))
  expect(existsSync(layout.release('station', releaseOf(1)))).toBe(false)
  expect([...(await retainedReleases(layout, 'station'))].sort()).toEqual(range(4, 23))
  const entry = (await readAudit(layout, 3)).find(({ from }) => from === releaseOf(1))
  expect(entry).toMatchObject({ action: 'prune', name: 'station', by: 'Li', to: null })
})

test('never prunes the current, the former, a canary, or a release that a tab runs', async () => {
  await publishDays(30)
  // Each of them is among the oldest of the store.
  await goBack(layout, 'station', day(31), releaseOf(2))
  const canary = { action: 'canary', release: releaseOf(3), percent: 10, auto: false } as const
  await commitChange(layout, [{ name: 'station', move: canary }], { reason: 'trial' }, day(31))
  for (let i = 40; i < 62; i += 1)
    await commitChange(layout, [{ name: 'station', move: { ...canary, release: layRelease(layout, 'station', i) } }], { reason: 'trial' }, day(i)) // prettier-ignore
  await commitChange(layout, [{ name: 'station', move: canary }], { reason: 'trial' }, day(62))
  const running = new Set([`station/${releaseOf(4)}`])
  const pruned = releases(await prune(layout, running, { dryRun: false }, day(300)))
  expect(pruned).toContain(releaseOf(5))
  // Releases that a rollback skipped are no fall-back.
  expect(pruned).toContain(releaseOf(29))
  const kept = await retainedReleases(layout, 'station')
  for (const number of [1, 2, 3, 4]) expect(kept.has(releaseOf(number))).toBe(true)
})

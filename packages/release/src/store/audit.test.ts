import { readFileSync, writeFileSync } from 'node:fs'
import { createTestLayout, goBack, layRelease, releaseOf } from '../testing/store.ts'
import { readAudit, verifyAudit } from './audit.ts'
import { publishReleases, rotateIndexKeys } from './change.ts'
import type { Layout } from './layout.ts'

const now = new Date('2026-11-21T12:00:00Z')
let layout: Layout
let lines: string[]

const read = () => readFileSync(layout.audit, 'utf8').trimEnd().split('\n')
const write = (text: readonly string[]) => writeFileSync(layout.audit, `${text.join('\n')}\n`)
const publishStation = (digit: number) =>
  publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', digit) }], now)

beforeEach(async () => {
  layout = createTestLayout()
  for (const digit of [1, 2, 3]) await publishStation(digit)
  await goBack(layout, 'station', now)
  lines = read()
})

test('an entry has person, reason, former and new release, and the serial of the index', async () => {
  expect(await readAudit(layout, 1)).toEqual([
    {
      at: now.toISOString(),
      action: 'rollback',
      serial: 4,
      name: 'station',
      from: releaseOf(3),
      to: releaseOf(2),
      percent: null,
      reason: 'blank list',
      by: expect.stringMatching(/./),
    },
  ])
  expect(await readAudit(layout, 10, 'device')).toEqual([])
  expect(await verifyAudit(layout)).toEqual({ lines: 4, serial: 4, brokenAt: null })
})

test('finds a line that was changed, removed, repeated, moved or truncated', async () => {
  const [a = '', b = '', c = '', d = ''] = lines
  for (const [forged, at] of [
    [[a, b.replace('222222222222', '444444444444'), c, d], 2],
    [[a, c, d], 2],
    [[a, b, b, c, d], 3],
    [[b, c, d], 1],
    [[a, c, b, d], 2],
    [[a, b, c, d.slice(0, -20)], 4],
  ] as const) {
    write(forged)
    expect((await verifyAudit(layout)).brokenAt).toBe(at)
  }
})

test('a log rewritten with valid hashes fails by its signatures', async () => {
  const stranger = createTestLayout()
  for (const digit of [1, 2, 4]) {
    await publishReleases(stranger, [{ name: 'station', release: layRelease(stranger, 'station', digit) }], now)
  }
  expect((await verifyAudit(stranger)).brokenAt).toBeNull()
  write(readFileSync(stranger.audit, 'utf8').trimEnd().split('\n'))
  expect((await verifyAudit(layout)).brokenAt).toBe(1)
})

test('lines of a former key stay valid; after a truncated line the log continues and reports it', async () => {
  await rotateIndexKeys(layout, { reason: 'yearly' }, now)
  await rotateIndexKeys(layout, { reason: 'yearly' }, new Date(now.getTime() + 86_400_000))
  await publishStation(4)
  expect(await verifyAudit(layout)).toEqual({ lines: 7, serial: 7, brokenAt: null })
  writeFileSync(layout.audit, `${read().join('\n')}\n{"at":"2026-`)
  await publishStation(5)
  expect(await verifyAudit(layout)).toEqual({ lines: 9, serial: 8, brokenAt: 8 })
})

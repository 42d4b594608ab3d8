import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { createTestLayout, goBack, layRelease, releaseOf } from '../testing/store.ts'
import { readAudit, verifyAudit } from './audit.ts'
import { commitChange, previewChange, publishReleases, renewIndex, SerialConflict } from './change.ts'
import { jsonText, type Layout } from './layout.ts'
import { withLock } from './lock.ts'
import { readPointer } from './pointer.ts'
import { readIndex } from './release-index.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const why = { reason: 'wrong totals' }
let layout: Layout

beforeEach(() => {
  layout = createTestLayout()
})

const publishStation = (digit: number) =>
  publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', digit) }], now)

const stationOf = (payload: ReleaseIndexPayload | undefined) =>
  payload?.remotes['station']?.map(({ release }) => release)
const sha256Of = (file: string) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`
const indexed = async () => (await readIndex(layout))?.payload

test('the index keeps the former release behind the current one, with hashes of entry and record', async () => {
  await publishStation(1)
  const payload = await publishStation(2)
  const [current, former] = payload.remotes['station'] ?? []
  expect(stationOf(payload)).toEqual([releaseOf(2), releaseOf(1)])
  for (const [release, indexed] of [
    [releaseOf(2), current],
    [releaseOf(1), former],
  ] as const) {
    const folder = layout.release('station', release)
    expect(indexed?.record).toBe(sha256Of(join(folder, 'release.json')))
    expect(indexed?.integrity).toBe(sha256Of(join(folder, 'remoteEntry.js')))
  }
  // A shared manifest is sent once.
  expect(current?.manifest?.prefixes).toEqual(['/station'])
  expect(former?.manifest).toBeUndefined()
})

test('a former release and a canary with other routes have their own manifest in the index', async () => {
  await publishStation(1)
  const canary = layRelease(layout, 'station', 2)
  const record = join(layout.release('station', canary), 'release.json')
  writeFileSync(record, readFileSync(record, 'utf8').replace('"path": "/station"', '"path": "/station/list"'))
  await publishReleases(layout, [{ name: 'station', release: canary }], now, { percent: 10 })
  const offered = await indexed()
  expect(offered?.canaries?.['station']?.release.manifest?.routes[0]?.path).toBe('/station/list')
  await publishReleases(layout, [{ name: 'station', release: canary }], now)
  const [current, former] = (await indexed())?.remotes['station'] ?? []
  expect(current?.manifest?.routes[0]?.path).toBe('/station/list')
  expect(former?.manifest?.routes[0]?.path).toBe('/station')
})

test('rewrites an index of an older schema', async () => {
  await publishStation(1)
  const index = await readIndex(layout)
  const old = JSON.stringify({ ...index?.payload, schema: 1 })
  writeFileSync(layout.index, jsonText({ ...index?.signed, payload: old }))
  expect(await renewIndex(layout, now)).toBe(true)
  expect(await indexed()).toMatchObject({ schema: 2, serial: 2 })
  expect(await renewIndex(layout, now)).toBe(false)
})

test('a rollback restores the former release; the withdrawn one is no fall-back', async () => {
  await publishStation(1)
  await publishStation(2)
  expect((await goBack(layout, 'station', now)).serial).toBe(3)
  expect(stationOf(await indexed())).toEqual([releaseOf(1)])
  await expect(goBack(layout, 'station', now)).rejects.toThrow('no former release')
  await publishStation(3)
  expect(stationOf(await indexed())).toEqual([releaseOf(3), releaseOf(1)])
})

test('a rollback without a former release is refused and names "halt" for the canary', async () => {
  await publishStation(1)
  layRelease(layout, 'station', 2)
  await commitChange(layout, [{ name: 'station', move: { action: 'canary', release: releaseOf(2), percent: 1, auto: false } }], { reason: 'first try' }, now) // prettier-ignore
  await expect(goBack(layout, 'station', now)).rejects.toThrow(`no former release of station to go back to; "halt" ends its canary ${releaseOf(2)}`) // prettier-ignore
})

test('rolls back to any stored release, and to no other', async () => {
  for (const digit of [1, 2, 3]) await publishStation(digit)
  await goBack(layout, 'station', now, releaseOf(1))
  expect((await readPointer(layout, 'station'))?.current).toBe(releaseOf(1))
  await expect(goBack(layout, 'station', now, releaseOf(9))).rejects.toThrow('no release')
  await expect(goBack(layout, 'station', now, releaseOf(1))).rejects.toThrow('is the current')
  await expect(goBack(layout, 'device', now)).rejects.toThrow('never published')
})

test('of two concurrent promotes one succeeds, the other is a SerialConflict', async () => {
  for (const digit of [1, 2, 3]) await publishStation(digit)
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = (await readPointer(layout, 'station'))?.current === releaseOf(1) ? [2, 3] : [1, 2]
    const expectSerial = (await indexed())?.serial
    const current = (await readPointer(layout, 'station'))?.current
    const targets = [a, b].map((digit) => releaseOf(digit ?? 0)).filter((release) => release !== current)
    const [first = '', second = releaseOf(3)] = targets
    const results = await Promise.allSettled(
      [first, second].map((release) =>
        commitChange(
          layout,
          [{ name: 'station', move: { action: 'promote', release } }],
          { ...why, expectSerial },
          now,
        ),
      ),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]?.reason).toBeInstanceOf(SerialConflict)
    expect(lost[0]?.reason).toMatchObject({ expected: expectSerial, actual: (expectSerial ?? 0) + 1 })
    expect(await indexed()).toEqual(won[0]?.value.index)
  }
  expect(await verifyAudit(layout)).toMatchObject({ lines: 13, serial: 13, brokenAt: null })
})

test('a change of one part is in the signed index in under two seconds', async () => {
  for (let digit = 1; digit <= 30; digit += 1) await publishStation(digit)
  const began = performance.now()
  await goBack(layout, 'station', now)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a preview shows the result and writes nothing', async () => {
  await publishStation(1)
  await publishStation(2)
  const before = await readIndex(layout)
  const { serial, parts } = await previewChange(layout, [{ name: 'station', move: { action: 'rollback' } }], why, now)
  expect(serial).toBe(3)
  expect(parts[0]).toMatchObject({ release: releaseOf(1), after: { current: releaseOf(1), withdrawn: [releaseOf(2)] } })
  expect(await readIndex(layout)).toEqual(before)
  expect((await readPointer(layout, 'station'))?.current).toBe(releaseOf(2))
  expect((await verifyAudit(layout)).lines).toBe(2)
})

test('refuses a change without a reason', async () => {
  await publishStation(1)
  await publishStation(2)
  const move = { name: 'station', move: { action: 'rollback' } } as const
  for (const reason of ['', '  ']) await expect(commitChange(layout, [move], { reason }, now)).rejects.toThrow('reason')
  expect((await indexed())?.serial).toBe(2)
})

test('a revoked release is listed in the index, is no fall-back, and cannot be published again', async () => {
  for (const digit of [1, 2, 3]) await publishStation(digit)
  const revoke = (release: string) =>
    commitChange(layout, [{ name: 'station', move: { action: 'revoke', release } }], why, now)
  await revoke(releaseOf(2))
  expect(await indexed()).toMatchObject({ revoked: [`station/${releaseOf(2)}`] })
  expect(stationOf(await indexed())).toEqual([releaseOf(3), releaseOf(1)])
  await revoke(releaseOf(3))
  expect(stationOf(await indexed())).toEqual([releaseOf(1)])
  await expect(revoke(releaseOf(1))).rejects.toThrow('only release')
  await expect(revoke(releaseOf(3))).rejects.toThrow('was revoked')
  await expect(publishStation(3)).rejects.toThrow('was revoked')
  await expect(goBack(layout, 'station', now, releaseOf(2))).rejects.toThrow('was revoked')
  expect(await readAudit(layout, 1)).toMatchObject([{ action: 'revoke', from: releaseOf(3), to: releaseOf(1) }])
})

test('a canary runs beside the current release, climbs, and becomes current or is halted', async () => {
  await publishStation(1)
  const release = layRelease(layout, 'station', 2)
  const move = (move: Parameters<typeof commitChange>[1][number]['move']) =>
    commitChange(layout, [{ name: 'station', move }], why, now)
  await move({ action: 'canary', release, percent: 1, auto: true })
  await move({ action: 'step', release, percent: 10 })
  expect(await indexed()).toMatchObject({ canaries: { station: { percent: 10, release: { release } } } })
  expect(stationOf(await indexed())).toEqual([releaseOf(1)])
  await move({ action: 'halt', release })
  expect((await indexed())?.canaries).toEqual({})
  expect((await readPointer(layout, 'station'))?.withdrawn).toEqual([release])
  await move({ action: 'canary', release, percent: 50, auto: false })
  await move({ action: 'finish', release })
  expect(stationOf(await indexed())).toEqual([release, releaseOf(1)])
  await expect(move({ action: 'halt', release })).rejects.toThrow('is not the canary')
  await expect(move({ action: 'canary', release: releaseOf(1), percent: 30, auto: false })).rejects.toThrow('1, 10, 50')
})

test('the serial increases with every change, even after the index was lost', async () => {
  await publishStation(1)
  await publishStation(2)
  rmSync(layout.index)
  expect((await publishStation(3)).serial).toBe(3)
})

test('completes a change that a crash interrupted', async () => {
  await publishStation(1)
  const before = (await readIndex(layout))?.signed
  await publishStation(2)
  writeFileSync(layout.index, jsonText(before))
  expect(await renewIndex(layout, now)).toBe(true)
  expect(await indexed()).toMatchObject({ serial: 3 })
  expect(stationOf(await indexed())).toEqual([releaseOf(2), releaseOf(1)])
})

test('concurrent changes are all applied, one after the other', async () => {
  const names = ['station', 'device', 'record', 'account', 'functions'] as const
  const changes = names.flatMap((name) =>
    [1, 2, 3, 4].map((digit) => ({ name, release: layRelease(layout, name, digit) })),
  )
  const indexes = await Promise.all(changes.map((change) => publishReleases(layout, [change], now)))
  expect(indexes.map(({ serial }) => serial).sort((a, b) => a - b)).toEqual(changes.map((_, i) => i + 1))
  const final = await indexed()
  expect(final?.serial).toBe(20)
  for (const name of names) {
    const pointer = await readPointer(layout, name)
    expect(pointer?.history).toHaveLength(4)
    expect(final?.remotes[name]?.[0]?.release).toBe(pointer?.current)
  }
  expect((await verifyAudit(layout)).brokenAt).toBeNull()
})

test('takes over the lock of a dead process and waits for a living one', async () => {
  writeFileSync(layout.lock, '999999999 gone')
  expect(await withLock(layout.lock, async () => 'mine')).toBe('mine')
  const order: string[] = []
  await Promise.all([
    withLock(layout.lock, async () => {
      order.push('first in')
      await new Promise((resolve) => setImmediate(resolve))
      order.push('first out')
    }),
    withLock(layout.lock, async () => void order.push('second')),
  ])
  expect(order.join()).toMatch(/first in,first out/)
})

test('re-signs the index after half of its validity', async () => {
  await publishStation(1)
  expect(await renewIndex(layout, inDays(14))).toBe(false)
  expect(await renewIndex(layout, inDays(16))).toBe(true)
  expect(await indexed()).toMatchObject({ serial: 2, notAfter: inDays(46).toISOString() })
})

test('damaged files of a part do not block a rollback of another', async () => {
  await publishReleases(layout, [{ name: 'device', release: layRelease(layout, 'device', 1) }], now)
  await publishStation(1)
  await publishStation(2)
  const device = (await indexed())?.remotes['device']
  rmSync(layout.release('device', releaseOf(1)), { recursive: true })
  await goBack(layout, 'station', now)
  expect(stationOf(await indexed())).toEqual([releaseOf(1)])
  expect((await indexed())?.remotes['device']).toEqual(device)
})

test('after a rollback the skipped releases are no fall-backs', async () => {
  for (const digit of [1, 2, 3, 4]) await publishStation(digit)
  await goBack(layout, 'station', now, releaseOf(2))
  expect(stationOf(await indexed())).toEqual([releaseOf(2), releaseOf(1)])
  expect((await readPointer(layout, 'station'))?.withdrawn).toEqual([releaseOf(3), releaseOf(4)])
})

test('after a rollback to a release never current, or promoted twice, skipped releases are no fall-backs', async () => {
  const onlyLaid = layRelease(layout, 'station', 7)
  for (const digit of [1, 2, 3, 4]) await publishStation(digit)
  await goBack(layout, 'station', now, onlyLaid)
  expect(stationOf(await indexed())).toEqual([onlyLaid])

  // Back by a promote, forward again, and back for good: release 2 came after 1, even if people had 1 again later.
  for (const digit of [1, 2]) await publishReleases(layout, [{ name: 'device', release: layRelease(layout, 'device', digit) }], now) // prettier-ignore
  await commitChange(layout, [{ name: 'device', move: { action: 'promote', release: releaseOf(1) } }], why, now)
  await publishReleases(layout, [{ name: 'device', release: layRelease(layout, 'device', 3) }], now)
  await goBack(layout, 'device', now, releaseOf(1))
  expect((await indexed())?.remotes['device']?.map(({ release }) => release)).toEqual([releaseOf(1)])
})

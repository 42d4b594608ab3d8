import { rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPublicKey, verify } from 'node:crypto'
import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { brokenAuditLine } from './audit.ts'
import { publishReleases, renewIndex, rollBack } from './change.ts'
import { openSigningKey } from './keys.ts'
import type { Layout } from './layout.ts'
import { withLock } from './lock.ts'
import { readPointer } from './pointer.ts'
import { readIndex } from './release-index.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
let layout: Layout

beforeEach(() => {
  layout = createTestLayout()
})

const publishStation = (digit: number) =>
  publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', digit) }], now)

const stationOf = (payload: ReleaseIndexPayload | undefined) =>
  payload?.remotes['station']?.map(({ release }) => release)

test('the index is signed exactly as it is written, with a key of the folder that only its owner reads', async () => {
  await publishStation(1)
  const signed = JSON.parse(await readFile(layout.index, 'utf8')) as SignedReleaseIndex
  const { publicKey, keyId } = await openSigningKey(layout)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  const isRight = (payload: string) =>
    verify(null, Buffer.from(payload), key, Buffer.from(signed.signature, 'base64url'))
  expect(signed.keyId).toBe(keyId)
  expect(isRight(signed.payload)).toBe(true)
  expect(isRight(signed.payload.replace('"serial":1', '"serial":2'))).toBe(false)
  expect(statSync(join(layout.keys, 'index-ed25519.pem')).mode & 0o777).toBe(0o600)
  expect((await openSigningKey(createTestLayout())).keyId).not.toBe(keyId)
})

test('the former release stays in the index behind the current one, with no hints of its own', async () => {
  await publishStation(1)
  const payload = await publishStation(2)
  const [current, former] = payload.remotes['station'] ?? []
  expect(stationOf(payload)).toEqual(['0.1.0-222222222222', '0.1.0-111111111111'])
  expect(Object.keys(current?.files ?? {})).toEqual(['remoteEntry.js', 'list.js'])
  expect(Object.keys(former?.files ?? {})).toEqual(['remoteEntry.js'])
  expect(former?.preload.pages).toEqual({})
})

test('a rollback goes to the release before, and what it took back stands in for nothing any more', async () => {
  await publishStation(1)
  await publishStation(2)
  const result = await rollBack(layout, 'station', { reason: 'blank list' }, now)
  expect(result).toEqual({ name: 'station', from: '0.1.0-222222222222', to: '0.1.0-111111111111', serial: 3 })
  expect(stationOf((await readIndex(layout))?.payload)).toEqual(['0.1.0-111111111111'])
  await expect(rollBack(layout, 'station', {}, now)).rejects.toThrow('no former release')
  await publishStation(3)
  expect(stationOf((await readIndex(layout))?.payload)).toEqual(['0.1.0-333333333333', '0.1.0-111111111111'])
})

test('a rollback to any named release of the store, and to none that is not there', async () => {
  for (const digit of [1, 2, 3]) await publishStation(digit)
  await rollBack(layout, 'station', { to: '0.1.0-111111111111' }, now)
  expect((await readPointer(layout, 'station'))?.current).toBe('0.1.0-111111111111')
  await expect(rollBack(layout, 'station', { to: '0.1.0-999999999999' }, now)).rejects.toThrow('no release')
  await expect(rollBack(layout, 'station', { to: '0.1.0-111111111111' }, now)).rejects.toThrow('is the current')
  await expect(rollBack(layout, 'device', {}, now)).rejects.toThrow('never published')
})

test('the serial grows with every change, even where the index was lost', async () => {
  await publishStation(1)
  await publishStation(2)
  rmSync(layout.index)
  expect((await publishStation(3)).serial).toBe(3)
})

test('changes at the same time all go in, one after the other', async () => {
  const names = ['station', 'device', 'record', 'account', 'functions'] as const
  const changes = names.flatMap((name) =>
    [1, 2, 3, 4].map((digit) => ({ name, release: layRelease(layout, name, digit) })),
  )
  const indexes = await Promise.all(changes.map((change) => publishReleases(layout, [change], now)))
  expect(indexes.map(({ serial }) => serial).sort((a, b) => a - b)).toEqual(changes.map((_, i) => i + 1))
  const final = await readIndex(layout)
  expect(final?.payload.serial).toBe(20)
  for (const name of names) {
    const pointer = await readPointer(layout, name)
    expect(pointer?.history).toHaveLength(4)
    expect(final?.payload.remotes[name]?.[0]?.release).toBe(pointer?.current)
  }
  expect(await brokenAuditLine(layout)).toBeUndefined()
})

test('a lock whose process is gone is taken over, one of a living process is waited for', async () => {
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

test('the audit log shows a line that was changed, removed or put in', async () => {
  for (const digit of [1, 2, 3]) await publishStation(digit)
  await rollBack(layout, 'station', { reason: 'blank list' }, now)
  const lines = (await readFile(layout.audit, 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ action: 'rollback', serial: 4, reason: 'blank list' })
  expect(await brokenAuditLine(layout)).toBeUndefined()
  const [a = '', b = '', c = '', d = ''] = lines
  for (const forged of [
    [a, b.replace('222222222222', '444444444444'), c, d],
    [a, c, d],
    [a, b, b, c, d],
    [b, c, d],
  ]) {
    writeFileSync(layout.audit, `${forged.join('\n')}\n`)
    expect(await brokenAuditLine(layout)).toEqual(expect.any(Number))
  }
})

test('the index is signed anew once half of its time is over', async () => {
  await publishStation(1)
  expect(await renewIndex(layout, inDays(14))).toBe(false)
  expect(await renewIndex(layout, inDays(16))).toBe(true)
  expect((await readIndex(layout))?.payload).toMatchObject({ serial: 2, notAfter: inDays(46).toISOString() })
})

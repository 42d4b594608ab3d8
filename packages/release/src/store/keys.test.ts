import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { publishReleases, rotateIndexKeys } from './change.ts'
import { keysForPage, openKeyRing, type PublicIndexKey } from './keys.ts'
import type { Layout } from './layout.ts'

const now = new Date('2026-11-21T12:00:00Z')
let layout: Layout

beforeEach(async () => {
  layout = createTestLayout()
  await publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', 1) }], now)
})

const signed = () => JSON.parse(readFileSync(layout.index, 'utf8')) as SignedReleaseIndex

/** Verifies as a browser does, only with the keys of its page. */
function isVerifiedBy(keys: readonly PublicIndexKey[], { payload, keyId, signature }: SignedReleaseIndex): boolean {
  const key = keys.find((one) => one.keyId === keyId)
  if (key === undefined) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(payload), publicKey, Buffer.from(signature, 'base64url'))
}

const pageKeys = async () => keysForPage(await openKeyRing(layout), signed().keyId)
let days = 0
/** Each rotation is a day after the one before. */
const rotate = () => rotateIndexKeys(layout, { reason: 'yearly' }, new Date(now.getTime() + (days += 1) * 86_400_000))

test('the index is signed as it is written, with a private key of this store', async () => {
  const [keys, index] = [await pageKeys(), signed()]
  expect(isVerifiedBy(keys, index)).toBe(true)
  expect(isVerifiedBy(keys, { ...index, payload: index.payload.replace('"serial":1', '"serial":2') })).toBe(false)
  for (const file of ['index-ed25519.pem', 'next-ed25519.pem'])
    expect(statSync(join(layout.keys, file)).mode & 0o777).toBe(0o600)
  const others = await openKeyRing(createTestLayout())
  expect(others.current.keyId).not.toBe(index.keyId)
})

test('a page loaded before a key rotation verifies the index after it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [page, before] = [await pageKeys(), signed()]
    expect(page).toHaveLength(2)
    const { serial } = await rotate()
    const after = signed()
    expect(after.keyId).toBe(page[1]?.keyId)
    expect((JSON.parse(after.payload) as { serial: number }).serial).toBe(serial)
    expect([isVerifiedBy(page, before), isVerifiedBy(page, after)]).toEqual([true, true])
    expect(isVerifiedBy(await pageKeys(), after)).toBe(true)
  }
})

test('pages loaded after two rotations refuse the first key', async () => {
  const before = signed()
  await rotate()
  await rotate()
  expect(isVerifiedBy(await pageKeys(), before)).toBe(false)
})

test('an open tab survives any number of rotations: each index contains the next key', async () => {
  const known = [...(await pageKeys())]
  for (let round = 0; round < 4; round += 1) {
    await rotate()
    expect(isVerifiedBy(known, signed())).toBe(true)
    known.push(...((JSON.parse(signed().payload) as ReleaseIndexPayload).keys ?? []))
  }
})

test('a page that slept through five rotations follows the chain of signed keys', async () => {
  const [known, old] = [[...(await pageKeys())], signed()]
  expect(old.succession).toBeUndefined()
  for (let round = 0; round < 5; round += 1) await rotateIndexKeys(layout, { reason: 'leaked' }, now)
  const { succession = [], ...now_ } = signed()
  expect(isVerifiedBy(known, now_)).toBe(false)
  for (const { keyId, publicKey, by, signature } of succession)
    if (isVerifiedBy(known, { payload: `key ${keyId} ${publicKey}`, keyId: by, signature })) known.push({ keyId, publicKey }) // prettier-ignore
  expect(isVerifiedBy(known, now_)).toBe(true)
})

test('during a rotation a page has the old and the new key', async () => {
  const old = signed()
  await rotate()
  const keys = keysForPage(await openKeyRing(layout), old.keyId)
  expect(keys).toHaveLength(2)
  expect([isVerifiedBy(keys, old), isVerifiedBy(keys, signed())]).toEqual([true, true])
})

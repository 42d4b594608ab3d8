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

/** As a browser does it: only with the keys of its page. */
function isVerifiedBy(keys: readonly PublicIndexKey[], { payload, keyId, signature }: SignedReleaseIndex): boolean {
  const key = keys.find((one) => one.keyId === keyId)
  if (key === undefined) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(payload), publicKey, Buffer.from(signature, 'base64url'))
}

const pageKeys = async () => keysForPage(await openKeyRing(layout), signed().keyId)
let days = 0
/** Each a day after the one before. */
const rotate = () => rotateIndexKeys(layout, { reason: 'yearly' }, new Date(now.getTime() + (days += 1) * 86_400_000))

test('the index is signed exactly as it is written, with a key of the folder that only its owner reads', async () => {
  const [keys, index] = [await pageKeys(), signed()]
  expect(isVerifiedBy(keys, index)).toBe(true)
  expect(isVerifiedBy(keys, { ...index, payload: index.payload.replace('"serial":1', '"serial":2') })).toBe(false)
  for (const file of ['index-ed25519.pem', 'next-ed25519.pem'])
    expect(statSync(join(layout.keys, file)).mode & 0o777).toBe(0o600)
  const others = await openKeyRing(createTestLayout())
  expect(others.current.keyId).not.toBe(index.keyId)
})

test('a page of before a rotation verifies what is signed after it, and so on from page to page', async () => {
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

test('two rotations on, a page refuses what it cannot know; pages loaded since refuse the key that went', async () => {
  const [page, before] = [await pageKeys(), signed()]
  await rotate()
  await rotate()
  expect(isVerifiedBy(page, signed())).toBe(false)
  expect(isVerifiedBy(await pageKeys(), before)).toBe(false)
})

test('an open tab bears any number of rotations: each index brings the key of the next', async () => {
  const known = [...(await pageKeys())]
  for (let round = 0; round < 4; round += 1) {
    await rotate()
    expect(isVerifiedBy(known, signed())).toBe(true)
    known.push(...((JSON.parse(signed().payload) as ReleaseIndexPayload).keys ?? []))
  }
})

test('keys are not rotated again before open tabs can have learned the next one', async () => {
  const at = (minutes: number) => rotateIndexKeys(layout, { reason: 'leaked' }, new Date(now.getTime() + minutes * 60_000)) // prettier-ignore
  await at(0)
  await expect(at(4)).rejects.toThrow('a moment ago')
  await at(5)
})

test('between the new keys and the new index, a page knows the key that signed and the one that will', async () => {
  const old = signed()
  await rotate()
  const keys = keysForPage(await openKeyRing(layout), old.keyId)
  expect(keys).toHaveLength(2)
  expect([isVerifiedBy(keys, old), isVerifiedBy(keys, signed())]).toEqual([true, true])
})

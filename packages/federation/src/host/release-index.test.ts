import { generateKeyPairSync, sign, webcrypto } from 'node:crypto'
import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type IndexCheck, verifyNewerIndex, verifyReleaseIndex, withKeysOf, withSuccession } from './release-index.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const later = '2026-12-21T12:00:00Z'

function makeKey(keyId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { keyId, privateKey, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }
}

const key = makeKey('ours')

function signedIndex(serial: number, notAfter = later, by = key): SignedReleaseIndex {
  const index: ReleaseIndexPayload = {
    schema: 2,
    serial,
    createdAt: '2026-11-21T00:00:00Z',
    notAfter,
    shell: null,
    remotes: {},
  }
  const payload = JSON.stringify(index)
  const signature = sign(null, Buffer.from(payload), by.privateKey).toString('base64url')
  return { payload, keyId: by.keyId, signature }
}

function memory(): IndexCheck['storage'] {
  const items = new Map<string, string>()
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) }
}

const subtle = webcrypto.subtle as SubtleCrypto

const check = (signed: SignedReleaseIndex | null, storage = memory(), rest: Partial<IndexCheck> = {}) =>
  verifyReleaseIndex(signed, { keys: [key], storage, now: () => now, subtle, later: (work) => work(), ...rest })

test('accepts a signed index', async () => {
  expect(await check(signedIndex(7))).toMatchObject({ ok: true, index: { serial: 7 } })
})

test('refuses a flipped bit anywhere in the payload or the signature', async () => {
  const signed = signedIndex(7)
  const flip = (text: string, at: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)
  for (let at = 0; at < signed.payload.length; at += 5) {
    expect(await check({ ...signed, payload: flip(signed.payload, at) })).toEqual({ ok: false, fault: 'bad-signature' })
  }
  for (let at = 0; at < signed.signature.length - 2; at += 5) {
    expect(await check({ ...signed, signature: flip(signed.signature, at) })).toEqual({
      ok: false,
      fault: 'bad-signature',
    })
  }
})

test('refuses an unknown key, and another key with a known id', async () => {
  expect(await check(signedIndex(7, later, makeKey('theirs')))).toEqual({ ok: false, fault: 'unknown-key' })
  expect(await check(signedIndex(7, later, makeKey('ours')))).toEqual({ ok: false, fault: 'bad-signature' })
})

test('refuses a missing signature, a missing index and an expired one', async () => {
  expect(await check({ ...signedIndex(7), signature: '' })).toEqual({ ok: false, fault: 'bad-signature' })
  expect(await check(null)).toEqual({ ok: false, fault: 'missing' })
  expect(await check(signedIndex(7, '2026-11-21T11:59:59Z'))).toEqual({ ok: false, fault: 'expired' })
})

test('refuses an older serial and keeps using the last verified index', async () => {
  const storage = memory()
  await check(signedIndex(8), storage)
  expect(await check(signedIndex(7), storage)).toMatchObject({
    ok: true,
    index: { serial: 8 },
    refused: 'older-serial',
  })
  expect(await check(signedIndex(8), storage)).not.toHaveProperty('refused')
  expect(await check(signedIndex(9), storage)).toMatchObject({ ok: true, index: { serial: 9 } })
})

test('keeps using the last verified index after a refusal, until it expires', async () => {
  const storage = memory()
  await check(signedIndex(8), storage)
  const broken = { ...signedIndex(9), signature: 'AAAA' }
  expect(await check(broken, storage)).toMatchObject({ ok: true, index: { serial: 8 }, refused: 'bad-signature' })
  expect(await check(broken, storage, { now: () => Date.parse(later) + 1 })).toEqual({
    ok: false,
    fault: 'bad-signature',
  })
})

test("ignores a stored index that is signed with another install's key", async () => {
  const storage = memory()
  await check(signedIndex(80), storage)
  const other = makeKey('other')
  const result = await check(signedIndex(1, later, other), storage, { keys: [other] })
  expect(result).toMatchObject({ ok: true, index: { serial: 1 } })
})

test('accepts either of two keys during a key rotation', async () => {
  const next = makeKey('next')
  const keys = [key, next]
  expect(await check(signedIndex(7), memory(), { keys })).toMatchObject({ ok: true })
  expect(await check(signedIndex(7, later, next), memory(), { keys })).toMatchObject({ ok: true })
})

test.each([
  ['without a secure context', undefined],
  [
    'without Ed25519',
    { importKey: () => Promise.reject(new DOMException('no such algorithm', 'NotSupportedError')) } as never,
  ],
])('a browser %s verifies in JavaScript and refuses the same', async (_, lacking) => {
  const rest = { subtle: lacking }
  expect(await check(signedIndex(7), memory(), rest)).toMatchObject({ ok: true, index: { serial: 7 } })
  const tampered = { ...signedIndex(7), payload: signedIndex(8).payload }
  expect(await check(tampered, memory(), rest)).toEqual({ ok: false, fault: 'bad-signature' })
  expect(await check({ ...signedIndex(7), signature: '' }, memory(), rest)).toEqual({
    ok: false,
    fault: 'bad-signature',
  })
  const old = signedIndex(7, '2026-11-20T00:00:00Z')
  expect(await check(old, memory(), rest)).toEqual({ ok: false, fault: 'expired' })
})

test('an older snapshot never replaces a newer one kept by another tab', async () => {
  const storage = memory()
  const waiting: (() => void)[] = []
  await check(signedIndex(7), storage, { later: (work) => void waiting.push(work) })
  await check(signedIndex(8), storage)
  waiting.forEach((work) => work())
  expect(await check(signedIndex(7), storage)).toMatchObject({ index: { serial: 8 }, refused: 'older-serial' })
})

test('an open page accepts and stores only a newer index', async () => {
  const storage = memory()
  const against: IndexCheck = { keys: [key], storage, now: () => now, subtle, later: (work) => work() }
  const current = JSON.parse(signedIndex(8).payload) as ReleaseIndexPayload
  const take = (signed: SignedReleaseIndex | null) => verifyNewerIndex(signed, current, against)
  expect(await take(signedIndex(7))).toEqual({ ok: false, fault: 'older-serial' })
  expect(await take({ ...signedIndex(9), signature: signedIndex(8).signature })).toEqual({
    ok: false,
    fault: 'bad-signature',
  })
  expect(await take(signedIndex(9, later, makeKey('theirs')))).toEqual({ ok: false, fault: 'unknown-key' })
  expect(await take(signedIndex(9, '2026-11-21T11:59:59Z'))).toEqual({ ok: false, fault: 'expired' })
  expect(await take({ payload: 'x' } as never)).toEqual({ ok: false, fault: 'malformed' })
  expect(await take(null)).toEqual({ ok: false, fault: 'missing' })
  expect(await take(signedIndex(9))).toMatchObject({ ok: true, index: { serial: 9 } })
  expect(await check(signedIndex(8), storage)).toMatchObject({ index: { serial: 9 }, refused: 'older-serial' })
})

test('accepts the index with blocked or garbled storage', async () => {
  const blocked: IndexCheck['storage'] = {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  expect(await check(signedIndex(7), blocked)).toMatchObject({ ok: true })
  expect(await check(signedIndex(7), { getItem: () => '{"pay', setItem: () => {} })).toMatchObject({ ok: true })
})

test('trusts a key that a verified index contains', async () => {
  const next = makeKey('next')
  const after = makeKey('after')
  const against: IndexCheck = { keys: [key, next], storage: memory(), now: () => now, subtle, later: (work) => work() }
  const current = { schema: 2 as const, serial: 1, createdAt: '', notAfter: later, shell: null, remotes: {} }
  expect(await verifyNewerIndex(signedIndex(3, later, after), current, against)).toEqual({ ok: false, fault: 'unknown-key' }) // prettier-ignore
  const learned = withKeysOf(against, { ...current, keys: [next, after] })
  expect(await verifyNewerIndex(signedIndex(3, later, after), current, learned)).toMatchObject({ ok: true })
})

test('a tab accepts a key after several rotations only by an unbroken chain of signed successions', async () => {
  const keys = ['two', 'three', 'four'].map(makeKey)
  const [two = key, three = key, four = key] = keys
  const vouch = (by: typeof key, { keyId, publicKey }: typeof key, of = publicKey) => ({
    keyId,
    publicKey,
    by: by.keyId,
    signature: sign(null, Buffer.from(`key ${keyId} ${of}`), by.privateKey).toString('base64url'),
  })
  const against: IndexCheck = { keys: [key], storage: memory(), now: () => now, subtle, later: (work) => work() }
  const current = { schema: 2 as const, serial: 1, createdAt: '', notAfter: later, shell: null, remotes: {} }
  const take = async (succession: SignedReleaseIndex['succession']) => {
    const signed = { ...signedIndex(3, later, four), ...(succession === undefined ? {} : { succession }) }
    const result = await verifyNewerIndex(signed, current, await withSuccession(against, signed))
    return result.ok
  }
  expect(await take([vouch(key, two), vouch(two, three), vouch(three, four)])).toBe(true)
  // A line of the succession is missing, is of another key, or is signed by an unknown key.
  expect(await take(undefined)).toBe(false)
  expect(await take([vouch(key, two), vouch(three, four)])).toBe(false)
  expect(await take([vouch(key, two), vouch(two, three), vouch(three, four, two.publicKey)])).toBe(false)
  const stranger = { ...makeKey('ours'), keyId: 'ours' }
  expect(await take([vouch(stranger, four)])).toBe(false)
})

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeySuccessor, SignedReleaseIndex } from '@helioport/contract/release'
import { replaceFile } from './disk.ts'
import { jsonText, type Layout, readJson } from './layout.ts'
import { withLock } from './lock.ts'

/** A public key in the form that browsers get. */
export interface PublicIndexKey {
  keyId: string
  /** Raw Ed25519 public key, base64url. */
  publicKey: string
}

export interface SigningKey extends PublicIndexKey {
  sign: (payload: string) => SignedReleaseIndex
}

export interface KeyRing {
  /** Signs now. */
  current: SigningKey
  /** Will sign after the next rotation; browsers know it already. */
  next: SigningKey
  /** Signed before; they verify the audit log. */
  former: PublicIndexKey[]
  /** The keys of the last rotations, each signed by the key before it; oldest first. */
  succession: KeySuccessor[]
}

/** Number of rotations that an open tab may miss. */
const maxSuccession = 50

const files = (layout: Layout) => ({
  current: join(layout.keys, 'index-ed25519.pem'),
  next: join(layout.keys, 'next-ed25519.pem'),
  former: join(layout.keys, 'former-keys.json'),
  succession: join(layout.keys, 'succession.json'),
  lock: join(layout.keys, 'lock'),
})

function signingKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x
  if (publicKey === undefined) throw new Error('the signing key is no Ed25519 key')
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)
  return {
    keyId,
    publicKey,
    sign: (payload) => ({
      payload,
      keyId,
      signature: sign(null, Buffer.from(payload), privateKey).toString('base64url'),
    }),
  }
}

async function readKey(file: string): Promise<SigningKey | undefined> {
  try {
    return signingKey(createPrivateKey(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function newKey(): { text: string; key: SigningKey } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { text: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), key: signingKey(privateKey) }
}

async function makeKey(layout: Layout, file: string): Promise<SigningKey> {
  const { text, key } = newKey()
  await replaceFile(layout.disk, file, text, 0o600)
  return key
}

/** The data folder's own keys, made at first use; the private ones are readable by their owner only. */
export async function openKeyRing(layout: Layout): Promise<KeyRing> {
  const at = files(layout)
  const read = async () => ({ current: await readKey(at.current), next: await readKey(at.next) })
  const { current, next } = await read()
  // Read after the keys: a rotation writes this file first.
  const former = (await readJson<PublicIndexKey[]>(at.former)) ?? []
  const succession = (await readJson<KeySuccessor[]>(at.succession)) ?? []
  if (current !== undefined && next !== undefined) return { current, next, former, succession }
  await layout.disk.makeFolder(layout.keys, 0o700)
  const make = async () => {
    const found = await read()
    return {
      current: found.current ?? (await makeKey(layout, at.current)),
      next: found.next ?? (await makeKey(layout, at.next)),
      former,
      succession,
    }
  }
  return withLock(at.lock, make, { disk: layout.disk })
}

/** Statement by which a browser that trusts `by` can trust `key`. */
function successor(by: SigningKey, { keyId, publicKey }: PublicIndexKey): KeySuccessor {
  return { keyId, publicKey, by: by.keyId, signature: by.sign(`key ${keyId} ${publicKey}`).signature }
}

/**
 * Files of a rotation: the next key becomes current, and a new next key is made. Hold the lock of the store; sign the
 * index with the returned ring.
 */
export async function rotatedKeys(layout: Layout): Promise<{ ring: KeyRing; files: Map<string, string> }> {
  const at = files(layout)
  const { current, next, former, succession } = await openKeyRing(layout)
  const { text, key } = newKey()
  const vouched = [...succession, successor(current, next), successor(next, key)]
  // One entry per key: the rotation before already vouched for the key that signs now.
  const lines = [...new Map(vouched.map((one) => [one.keyId, one])).values()].slice(-maxSuccession)
  const known = [...former, { keyId: current.keyId, publicKey: current.publicKey }]
  return {
    ring: { current: next, next: key, former: known, succession: lines },
    files: new Map([
      [at.former, jsonText(known)],
      [at.succession, jsonText(lines)],
      [at.current, await readFile(at.next, 'utf8')],
      [at.next, text],
    ]),
  }
}

/** Keys for the page: the key that signed its index, and its successor. */
export function keysForPage({ current, next, former }: KeyRing, signedWith: string): PublicIndexKey[] {
  const asPublic = ({ keyId, publicKey }: PublicIndexKey) => ({ keyId, publicKey })
  const before = current.keyId === signedWith ? undefined : former.find(({ keyId }) => keyId === signedWith)
  return (before === undefined ? [current, next] : [before, current]).map(asPublic)
}

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignedReleaseIndex } from '@helioport/contract/release'
import { type Layout, writeWhole } from './layout.ts'
import { withLock } from './lock.ts'

/** A public key as browsers get it. */
export interface PublicIndexKey {
  keyId: string
  /** Raw Ed25519 public key, base64url. */
  publicKey: string
}

export interface SigningKey extends PublicIndexKey {
  sign: (payload: string) => SignedReleaseIndex
}

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

/** The data folder's own signing key, made at first use; readable by its owner alone. */
export async function openSigningKey(layout: Layout): Promise<SigningKey> {
  const file = join(layout.keys, 'index-ed25519.pem')
  const read = async () => signingKey(createPrivateKey(await readFile(file, 'utf8')))
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(layout.keys, { recursive: true, mode: 0o700 })
  return withLock(join(layout.keys, 'lock'), async () => {
    try {
      return await read()
    } catch {
      const { privateKey } = generateKeyPairSync('ed25519')
      await writeWhole(file, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 0o600)
      return signingKey(privateKey)
    }
  })
}

import type { SignedReleaseIndex } from '@helioport/contract/release'

/** A public key of the release host. */
export interface IndexKey {
  keyId: string
  /** Raw Ed25519 public key, base64url. */
  publicKey: string
}

type Bytes = Uint8Array<ArrayBuffer>
type Verify = (signature: Bytes, message: Bytes, publicKey: Bytes) => Promise<boolean>

function bytesOf(base64url: string): Bytes {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** For browsers without native Ed25519, and insecure pages; its chunk is loaded only there. */
const verifyInScript: Verify = async (signature, message, publicKey) => {
  const [{ hashes, verify }, { sha512 }] = await Promise.all([
    import('@noble/ed25519'),
    import('@noble/hashes/sha2.js'),
  ])
  hashes.sha512 = sha512
  return verify(signature, message, publicKey)
}

async function verifyInBrowser(
  subtle: SubtleCrypto,
  signature: Bytes,
  message: Bytes,
  publicKey: Bytes,
): Promise<boolean> {
  const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return subtle.verify('Ed25519', key, signature, message)
}

/** True only for a valid signature; false also if the code for the verification cannot be loaded. */
export async function isSignedBy(
  subtle: SubtleCrypto | undefined,
  key: IndexKey,
  signed: SignedReleaseIndex,
): Promise<boolean> {
  try {
    const parts = [bytesOf(signed.signature), new TextEncoder().encode(signed.payload), bytesOf(key.publicKey)] as const
    if (subtle === undefined) return await verifyInScript(...parts)
    try {
      return await verifyInBrowser(subtle, ...parts)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotSupportedError') return await verifyInScript(...parts)
      throw error
    }
  } catch {
    return false
  }
}

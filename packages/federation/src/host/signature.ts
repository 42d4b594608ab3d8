import type { SignedReleaseIndex } from '@helioport/contract/release'

/** A public key of the release host. */
export interface IndexKey {
  keyId: string
  /** Raw Ed25519 public key, base64url. */
  publicKey: string
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** `unknown`: the browser cannot tell, for want of Ed25519 or of a secure context. */
export async function verifySignature(
  subtle: SubtleCrypto | undefined,
  key: IndexKey,
  signed: SignedReleaseIndex,
): Promise<'right' | 'wrong' | 'unknown'> {
  if (subtle === undefined) return 'unknown'
  try {
    const publicKey = await subtle.importKey('raw', bytesOf(key.publicKey), 'Ed25519', false, ['verify'])
    const text = new TextEncoder().encode(signed.payload)
    return (await subtle.verify('Ed25519', publicKey, bytesOf(signed.signature), text)) ? 'right' : 'wrong'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unknown' : 'wrong'
  }
}

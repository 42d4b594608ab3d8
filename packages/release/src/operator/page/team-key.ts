/// <reference lib="dom" />

/** A signing key with its id at the host. */
interface Signer {
  key: CryptoKey
  keyId: string
}

const lifeSeconds = 300
const encoder = new TextEncoder()

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Content of a private key in PEM; an input field of one line may have removed its line breaks. */
const bodyOf = (text: string) =>
  /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(text)?.[1]

/** Whether the text is a team's private key, not the operator's key. */
export const isTeamKey = (text: string): boolean => bodyOf(text) !== undefined

async function signerOf(text: string): Promise<Signer> {
  const bytes = Uint8Array.from(atob((bodyOf(text) ?? '').replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(x)))
  return {
    key,
    keyId: `team-${Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  }
}

/** A token for this host, valid for some minutes. @throws Error where the text is no key of a team */
export async function tokenOf(text: string): Promise<string> {
  const { key, keyId } = await signerOf(text)
  const at = Math.floor(Date.now() / 1000)
  const part = (value: object) => base64url(encoder.encode(JSON.stringify(value)))
  const signed = `${part({ alg: 'EdDSA', kid: keyId })}.${part({ aud: location.origin, iat: at, exp: at + lifeSeconds })}`
  const signature = await crypto.subtle.sign('Ed25519', key, encoder.encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

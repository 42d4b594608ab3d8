import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, SignJWT } from 'jose'

/** How a CI proves to a release host who it is. */
export interface Credentials {
  /** A token for one host, good for some minutes. */
  token: () => Promise<string>
  /** A statement as it is sent: signed, where there is a key that can. */
  sign: (text: string) => Promise<string>
}

/** `team-` and the first of the hash of the public key: as the host calls it. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  return `team-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`
}

const lifeSeconds = 300

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error('the key is no private key: its whole text is needed, from -----BEGIN PRIVATE KEY----- to the end')
  }
}

/** The credentials of a private key (Ed25519, PEM) for a host. @throws Error where it is none */
export function keyCredentials(pem: string, url: string, now: () => number = Date.now): Credentials {
  const key = readPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key of a team')
  const header = { alg: 'EdDSA', kid: keyIdOf(key) }
  const audience = new URL(url).origin
  return {
    token: () => {
      const at = Math.floor(now() / 1000)
      const token = new SignJWT().setProtectedHeader(header).setAudience(audience)
      return token
        .setIssuedAt(at)
        .setExpirationTime(at + lifeSeconds)
        .sign(key)
    },
    sign: (text) => new CompactSign(Buffer.from(text)).setProtectedHeader(header).sign(key),
  }
}

/** The environment of a CI, as far as it is read. */
export type CiEnvironment = Readonly<Record<string, string | undefined>>

/** A token of GitHub for a host; asked for anew each time, since it lives for minutes. */
async function githubToken(environment: CiEnvironment, audience: string): Promise<string> {
  const address = new URL(environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  address.searchParams.set('audience', audience)
  const headers = { authorization: `Bearer ${environment['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''}` }
  const reply = await fetch(address, { headers })
  if (!reply.ok) throw new Error(`GitHub gives no token: ${reply.status}; the job needs "permissions: id-token: write"`)
  return ((await reply.json()) as { value: string }).value
}

/**
 * What the environment brings: a key (`HELIOPORT_KEY`, PEM), a token of GitLab (`HELIOPORT_ID_TOKEN`), or what GitHub gives
 * a job with `id-token: write`. @throws Error where there is none of them
 */
export function credentialsOf(environment: CiEnvironment, url: string): Credentials {
  const { HELIOPORT_KEY: pem, HELIOPORT_ID_TOKEN: given, ACTIONS_ID_TOKEN_REQUEST_URL: github } = environment
  if (pem) return keyCredentials(pem, url)
  const sign = async (text: string) => text
  if (given) return { token: async () => given, sign }
  if (github) return { token: () => githubToken(environment, new URL(url).origin), sign }
  throw new Error('no key: set HELIOPORT_KEY, or let the job have an id token (HELIOPORT_ID_TOKEN, id-token: write)')
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, SignJWT } from 'jose'

/** A CI's proof of its identity to a release host. */
export interface Credentials {
  /** A token for one host, valid for some minutes. */
  token: () => Promise<string>
  /** A statement in the form that is sent: signed, if there is a key to sign with. */
  sign: (text: string) => Promise<string>
}

/** Id of a key at the host: `team-` and the beginning of the public key's hash. */
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

/** The credentials of a private key (Ed25519, PEM) for a host. @throws Error if the text is no such key */
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

/** The CI's environment variables. */
export type CiEnvironment = Readonly<Record<string, string | undefined>>

/** A token of GitHub for a host; requested each time, since it expires within minutes. */
async function githubToken(environment: CiEnvironment, audience: string): Promise<string> {
  const address = new URL(environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '')
  address.searchParams.set('audience', audience)
  const headers = { authorization: `Bearer ${environment['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''}` }
  const reply = await fetch(address, { headers })
  if (!reply.ok) throw new Error(`GitHub gives no token: ${reply.status}; the job needs "permissions: id-token: write"`)
  return ((await reply.json()) as { value: string }).value
}

/**
 * Credentials from the environment: a key (`HELIOPORT_KEY`, PEM), a token of GitLab (`HELIOPORT_ID_TOKEN`), or GitHub's
 * token of a job with `id-token: write`.
 * @throws Error if there is none of them
 */
export function credentialsOf(environment: CiEnvironment, url: string): Credentials {
  const { HELIOPORT_KEY: pem, HELIOPORT_ID_TOKEN: given, ACTIONS_ID_TOKEN_REQUEST_URL: github } = environment
  if (pem) return keyCredentials(pem, url)
  const sign = async (text: string) => text
  if (given) return { token: async () => given, sign }
  if (github) return { token: () => githubToken(environment, new URL(url).origin), sign }
  throw new Error('no key: set HELIOPORT_KEY, or let the job have an id token (HELIOPORT_ID_TOKEN, id-token: write)')
}

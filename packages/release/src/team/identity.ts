import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import type { Layout } from '../store/layout.ts'
import { type PublicKey, readTeams, type TeamKey } from './team-key.ts'

/** The caller's key and the token's claims: a CI's token has more of these, such as its commit. */
export interface Identity {
  key: TeamKey
  claims: JWTPayload
  /** The public key that signed; undefined for a token of an issuer. */
  signed: PublicKey | undefined
}

/** The token's issuer does not answer. */
export class IssuerAway extends Error {}

/** Longest lifetime of a team's own token, in s. */
const longestLife = 600
const tolerance = 30

const isStillValid = ({ notAfter }: PublicKey, now: Date) => notAfter === null || Date.parse(notAfter) > now.getTime()

/** The audience must name this host: tokens for other hosts are refused. */
function isForHost(audience: JWTPayload['aud'], host: string): boolean {
  return [audience ?? []].flat().some((one) => URL.canParse(one) && new URL(one).host === host)
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|$)/

/**
 * An issuer's keys, by OpenID Connect discovery; cached while the host runs, fetched again when an unknown key signs.
 */
function createIssuers() {
  const known = new Map<string, Promise<ReturnType<typeof createRemoteJWKSet>>>()
  const discover = async (issuer: string) => {
    const base = issuer.replace(/\/$/, '')
    if (!base.startsWith('https://') && !loopback.test(base)) throw new IssuerAway(`${issuer} is not https`)
    const reply = await fetch(`${base}/.well-known/openid-configuration`, { redirect: 'error', signal: AbortSignal.timeout(5_000) }) // prettier-ignore
    const { jwks_uri: address = '' } = (await reply.json()) as { jwks_uri?: string }
    // A manipulated document must not make this host send requests to another origin.
    if (!reply.ok || new URL(address).origin !== new URL(base).origin) throw new IssuerAway(`${issuer} names no keys of its own`) // prettier-ignore
    return createRemoteJWKSet(new URL(address), { timeoutDuration: 5_000 })
  }
  return (issuer: string) => {
    const keys = known.get(issuer) ?? discover(issuer)
    known.set(issuer, keys)
    keys.catch(() => known.delete(issuer))
    return keys
  }
}

const matches = (claims: Readonly<Record<string, string>>, payload: JWTPayload) =>
  Object.entries(claims).every(([name, value]) => payload[name] === value)

/** Identifies the key that a bearer token belongs to; undefined for any other token. */
export function createIdentities(layout: Layout, now: () => number) {
  const keysOf = createIssuers()

  async function byKey(token: string, keyId: string, host: string): Promise<Identity | undefined> {
    const at = new Date(now())
    const { keys } = await readTeams(layout)
    for (const key of keys) {
      if (key.proof.kind !== 'key' || key.revokedAt !== null) continue
      const signed = key.proof.keys.find((one) => one.keyId === keyId && isStillValid(one, at))
      if (signed === undefined) continue
      const publicKey = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: signed.publicKey }, 'EdDSA')
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ['EdDSA'], currentDate: at, clockTolerance: tolerance, maxTokenAge: longestLife, requiredClaims: ['exp', 'iat', 'aud'] }) // prettier-ignore
      return isForHost(payload.aud, host) ? { key, claims: payload, signed } : undefined
    }
    return undefined
  }

  async function byIssuer(token: string, issuer: string, host: string): Promise<Identity | undefined> {
    const { keys } = await readTeams(layout)
    const trusted = keys.filter(({ proof, revokedAt }) => revokedAt === null && proof.kind === 'oidc' && proof.issuer === issuer) // prettier-ignore
    if (trusted.length === 0) return undefined
    const set = await keysOf(issuer).catch((error: unknown) => {
      throw error instanceof IssuerAway ? error : new IssuerAway(`${issuer} does not answer`)
    })
    const { payload } = await jwtVerify(token, set, { issuer, algorithms: ['RS256', 'ES256', 'EdDSA'], currentDate: new Date(now()), clockTolerance: tolerance, requiredClaims: ['exp', 'iat', 'aud', 'sub'] }) // prettier-ignore
    if (!isForHost(payload.aud, host)) return undefined
    const key = trusted.find(({ proof }) => proof.kind === 'oidc' && matches(proof.claims, payload))
    return key === undefined ? undefined : { key, claims: payload, signed: undefined }
  }

  /** `host`: name and port that the request was sent to. @throws IssuerAway */
  return async (authorization: string | undefined, host: string): Promise<Identity | undefined> => {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '') ?? []
    if (token === undefined) return undefined
    try {
      const { kid = '' } = decodeProtectedHeader(token)
      return (await byKey(token, kid, host)) ?? (await byIssuer(token, decodeJwt(token).iss ?? '', host))
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw new IssuerAway('the issuer of the token does not answer')
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    }
  }
}
export type Identities = ReturnType<typeof createIdentities>

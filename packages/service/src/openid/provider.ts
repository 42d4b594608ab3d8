import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { OpenidSettings } from '../base/service.ts'

/** State of a sign-in: sent to the provider and verified on return (`verifier` is kept secret until then). */
export interface Sent {
  state: string
  nonce: string
  verifier: string
}

/** Identity of a person by the provider's claims. */
export interface Claims {
  issuer: string
  subject: string
  /** Null: the provider sent none, or did not mark it as verified. */
  email: string | null
  groups: readonly string[]
}

/** Time-out of one request to a provider, s. */
const timeoutS = 5
/** Cache time of a provider's discovery document; its keys are refreshed separately. */
const knownMs = 3_600_000

const known = new Map<string, { at: number; config: Configuration }>()

/** @throws if the provider cannot be reached, or its issuer differs from the configured one */
async function configurationOf(provider: OpenidSettings, now: number): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider
  const key = JSON.stringify([issuer, clientId, clientSecret])
  const found = known.get(key)
  if (found && now - found.at < knownMs) return found.config
  const isPlain = issuer.startsWith('http:')
  const config = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutS,
    ...(isPlain && { execute: [allowInsecureRequests] }),
  })
  // Verifies the signature of the ID token, too, although it came over TLS from the provider.
  enableNonRepudiationChecks(config)
  known.set(key, { at: now, config })
  return config
}

/** Authorization URL for the browser: code flow with PKCE. */
export async function addressOf(
  provider: OpenidSettings,
  { state, nonce, verifier }: Sent,
  redirectUri: string,
  now: number,
): Promise<string> {
  const config = await configurationOf(provider, now)
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Exchanges the code in the returned address for claims. @throws if state, nonce or verifier do not match */
export async function claimsAt(
  provider: OpenidSettings,
  { state, nonce, verifier }: Sent,
  cameTo: URL,
  now: number,
): Promise<Claims> {
  const config = await configurationOf(provider, now)
  const tokens = await authorizationCodeGrant(config, cameTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider gave no identity')
  const { iss, sub, email, email_verified: isVerified, [provider.groupsClaim]: groups } = claims
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && isVerified === true ? email : null,
    groups: Array.isArray(groups) ? groups.filter((each): each is string => typeof each === 'string') : [],
  }
}

/** Whether a person of the company may sign in: domain and group must be among those that the operator configured. */
export function isAdmitted({ domains, groups }: OpenidSettings, { email, groups: own }: Claims): boolean {
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? ''
  return (
    (domains.length === 0 || domains.includes(domain)) &&
    (groups.length === 0 || groups.some((each) => own.includes(each)))
  )
}

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

/** What goes along to the provider and has to come back from it, or stays here until then. */
export interface Sent {
  state: string
  nonce: string
  verifier: string
}

/** A person as the provider says it. */
export interface Claims {
  issuer: string
  subject: string
  /** Null: it says none, or does not say that it is the person's. */
  email: string | null
  groups: readonly string[]
}

/** For one exchange with a provider, s. */
const timeoutS = 5
/** What a provider says of itself (its keys are read anew by themselves) is asked for again after this long. */
const knownMs = 3_600_000

const known = new Map<string, { at: number; config: Configuration }>()

/** @throws where the provider cannot be reached, or is another than it says */
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
  // The signature of who somebody is counts, besides the connection that it came by.
  enableNonRepudiationChecks(config)
  known.set(key, { at: now, config })
  return config
}

/** Where the browser goes: code flow with PKCE. */
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

/** Who came back, by the address that the browser came back to. @throws where anything is not as it was sent */
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

/** Whether somebody of the company may come in: what the operator named, all of it. */
export function isLetIn({ domains, groups }: OpenidSettings, { email, groups: own }: Claims): boolean {
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? ''
  return (
    (domains.length === 0 || domains.includes(domain)) &&
    (groups.length === 0 || groups.some((each) => own.includes(each)))
  )
}

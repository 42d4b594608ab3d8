import { Problem } from '../base/problem.ts'
import { seal, unseal } from '../base/seal.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { OpenidSettings, Service } from '../base/service.ts'
import { insertAnswered, insertFlow, takeFlow } from './queries/openid.ts'
import { countAttempt } from '../account/proof/throttle.ts'
import { addressOf, claimsAt, isAdmitted, type Sent } from './provider.ts'

/** Longest time from the button to the return, and from the return to the completed sign-in. */
const flowMs = 10 * 60_000
const sealedFor = 'openid flow'

/** Why a browser returned without an identity. */
type Refusal = 'ended' | 'refused' | 'unreachable' | 'notLetIn' | 'noEmail'

/** Paths below the API's base to which the browser navigates. */
export const openidPaths = { begin: '/openid/:name', cameBack: '/openid-return' } as const

export const providerNamed = (service: Service, name: string): OpenidSettings | undefined =>
  service.settings.openidProviders?.find((each) => each.name === name)

/**
 * Begins a sign-in: a token for the browser, and the address of the company.
 * @throws Problem notFound, request.tooMany; where the provider cannot be reached
 */
export async function beginOpenidSignIn(service: Service, ip: string, name: string, redirectUri: string) {
  const provider = providerNamed(service, name)
  if (!provider) throw new Problem('notFound')
  await countAttempt(service, 'signInAddress', ip)
  const now = service.now()
  const [token, sent] = [newSecret(), { state: newSecret(), nonce: newSecret(), verifier: newSecret() }]
  const url = await addressOf(provider, sent, redirectUri, now)
  const expiresAt = now + flowMs
  const flow = { provider: name, sent: seal(service.settings.key, sealedFor, JSON.stringify(sent)), now, expiresAt }
  await service.db.transaction((tx) => insertFlow(tx, { tokenHash: hashSecret(token), ...flow }))
  return { token, expiresAt, url }
}

/**
 * Verifies the return of a browser to `cameTo`, and stores the identity under a new token, with which the page
 * completes the sign-in. The returned address is valid once.
 */
export async function endOpenidSignIn(
  service: Service,
  token: string | null,
  cameTo: URL,
): Promise<{ token: string; expiresAt: number } | { refusal: Refusal; cause?: unknown }> {
  const now = service.now()
  const flow = token && (await service.db.transaction((tx) => takeFlow(tx, hashSecret(token), now)))
  const provider = flow && providerNamed(service, flow.provider)
  if (!flow || !provider) return { refusal: 'ended' }
  const sent = JSON.parse(unseal(service.settings.key, sealedFor, flow.sent)) as Sent
  try {
    const claims = await claimsAt(provider, sent, cameTo, now)
    const { issuer, subject, email } = claims
    if (email === null) return { refusal: 'noEmail' }
    if (!isAdmitted(provider, claims)) return { refusal: 'notLetIn' }
    const answered = { token: newSecret(), expiresAt: now + flowMs }
    await service.db.transaction((tx) =>
      insertAnswered(tx, {
        tokenHash: hashSecret(answered.token),
        provider: flow.provider,
        expiresAt: answered.expiresAt,
        issuer,
        subject,
        email,
      }),
    )
    return answered
  } catch (cause) {
    return { refusal: 'refused', cause }
  }
}

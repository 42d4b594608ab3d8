import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import type { ChallengePurpose } from '../database/security-tables.ts'
import { insertChallenge, takeChallenge } from './queries/passkey.ts'

const challengeMs = 5 * 60_000

/** A new challenge for a browser, bound to a purpose and to the asking session; only its hash is stored. */
export async function newChallenge(
  service: Service,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<string> {
  const now = service.now()
  const challenge = newSecret()
  const kept = { hash: hashSecret(challenge), purpose, sessionId, now, expiresAt: now + challengeMs }
  await service.db.transaction((tx) => insertChallenge(tx, kept))
  return challenge
}

/**
 * The challenge that the browser claims to have signed. It is used up even if the verification fails.
 * @throws Problem passkey.refused
 */
export async function spendChallenge(
  service: Service,
  purpose: ChallengePurpose,
  sessionId: string | null,
  clientData: string,
): Promise<string> {
  const challenge = challengeIn(clientData)
  const given = { hash: hashSecret(challenge), purpose, sessionId, now: service.now() }
  if (!(await service.db.transaction((tx) => takeChallenge(tx, given)))) throw new Problem('passkey.refused')
  return challenge
}

function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

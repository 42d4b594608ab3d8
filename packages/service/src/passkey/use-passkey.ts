import { type PasskeyQuestion, proofMs, type UsedPasskey } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import type { Transaction } from '../database/session.ts'
import { findPasskey, findPasskeys, noteUse } from './queries/passkey.ts'
import { findAccountToEnter } from '../account/queries/session.ts'
import { insertSignIn } from '../account/queries/sign-in.ts'
import { findKnownBrowserOf } from '../account/proof/known-browser.ts'
import { countAttempt, forgetAttempts } from '../account/proof/throttle.ts'
import { changeToken } from '../account/session.ts'
import { type Caller, completeSignIn } from '../account/sign-in.ts'
import { shortAgent } from '../account/user-agent.ts'
import { newChallenge, spendChallenge } from './challenge.ts'
import { handleOf, knownOf } from './passkeys.ts'
import { requireRelyingParty } from './relying-party.ts'

/**
 * Lists no credentials, so that nobody learns which accounts have a passkey: the person chooses one in the
 * authenticator.
 * @throws Problem passkey.unavailable, request.tooMany
 */
export async function askPasskey(service: Service, ip: string): Promise<PasskeyQuestion> {
  const { domain } = requireRelyingParty(service.settings)
  await countAttempt(service, 'signInAddress', ip)
  return { challenge: await newChallenge(service, 'signIn', null), domain, known: [] }
}

/** @throws Problem passkey.unavailable, request.tooMany */
export async function askOwnPasskey(service: Service, account: SignedIn): Promise<PasskeyQuestion> {
  const { domain } = requireRelyingParty(service.settings)
  await countAttempt(service, 'proof', account.sessionId)
  const rows = await findPasskeys(service.db.read, account.accountId)
  return { challenge: await newChallenge(service, 'proof', account.sessionId), domain, known: knownOf(rows) }
}

/**
 * Signs in by a passkey alone: possession of it and the authenticator's user verification (fingerprint, face or PIN)
 * are two factors. A signature cannot be guessed, so no try counts against the account.
 * @throws Problem passkey.unavailable, passkey.refused, session.accountInactive, request.tooMany
 */
export async function signInByPasskey(service: Service, used: UsedPasskey, caller: Caller) {
  await countAttempt(service, 'signInAddress', caller.ip)
  const { passkey, counted } = await verifyUsed(service, 'signIn', null, used)
  const account = await findAccountToEnter(service.db.read, passkey.account_id)
  if (!account?.is_active) throw new Problem('session.accountInactive')
  const browser = await findKnownBrowserOf(service, caller.browser)
  return service.db.transaction(async (tx) => {
    await counted(tx)
    const agent = shortAgent(caller.userAgent)
    await insertSignIn(tx, { accountId: account.id, errorCode: null, address: caller.ip, agent, now: service.now() })
    return completeSignIn(service, tx, account, caller, browser?.accountId === account.id)
  })
}

/**
 * Proves the session by one of the account's passkeys, in place of password and code. The session gets another token.
 * @throws Problem passkey.unavailable, passkey.refused, request.tooMany
 */
export async function proveByPasskey(service: Service, account: SignedIn, used: UsedPasskey) {
  await countAttempt(service, 'proof', account.sessionId)
  const { passkey, counted } = await verifyUsed(service, 'proof', account.sessionId, used)
  if (passkey.account_id !== account.accountId) throw new Problem('passkey.refused')
  const provedAt = service.now()
  return service.db.transaction(async (tx) => {
    await counted(tx)
    await forgetAttempts(tx, 'proof', account.sessionId)
    return { ...(await changeToken(tx, account, provedAt)), provedUntil: iso(provedAt + proofMs) }
  })
}

/** Verifies a signature. Returns the passkey, and a function that records its use in the caller's transaction. */
async function verifyUsed(service: Service, purpose: 'signIn' | 'proof', sessionId: string | null, used: UsedPasskey) {
  const { domain, origin } = requireRelyingParty(service.settings)
  const expectedChallenge = await spendChallenge(service, purpose, sessionId, used.clientData)
  const passkey = await findPasskey(service.db.read, Buffer.from(used.credentialId, 'base64url'))
  if (!passkey || (used.userHandle !== null && used.userHandle !== handleOf(passkey.account_id)))
    throw new Problem('passkey.refused')
  const { credentialId: id, clientData: clientDataJSON, authenticatorData, signature } = used
  const info = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo : null),
    (error: unknown) => {
      throw new Problem('passkey.refused', { cause: error })
    },
  )
  if (!info) throw new Problem('passkey.refused')
  const counted = async (tx: Transaction) => {
    const use = { counter: info.newCounter, isSynced: info.credentialBackedUp, now: service.now() }
    if (!(await noteUse(tx, passkey.id, use))) throw new Problem('passkey.refused')
  }
  return { passkey, counted }
}

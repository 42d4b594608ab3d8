import { type CreatedPasskey, type Passkey, type PasskeyCreation, passkeyRules } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { type VerifiedRegistrationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import type { Transaction } from '../database/session.ts'
import { deletePasskey, findPasskeys, insertPasskey, renamePasskey } from './queries/passkey.ts'
import { forgetRecoveryCodes } from '../account/proof/recovery-code.ts'
import { countAttempt, forgetAttempts } from '../account/proof/throttle.ts'
import { setPasskeyRequired } from '../account/queries/account.ts'
import { forgetProofs } from '../account/queries/session.ts'
import { findTotp } from '../account/queries/totp.ts'
import { type Caller, mailOwner } from '../account/security.ts'
import { newChallenge, spendChallenge } from './challenge.ts'
import { requireRelyingParty } from './relying-party.ts'

type Row = Awaited<ReturnType<typeof findPasskeys>>[number]

/** User handle that an authenticator stores: the account id, which has no personal data. */
export const handleOf = (accountId: string) => Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')

export const knownOf = (rows: readonly Row[]) =>
  rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }))

export async function listPasskeys(service: Service, accountId: string): Promise<Passkey[]> {
  return (await findPasskeys(service.db.read, accountId)).map(toPasskey)
}

/** @throws Problem passkey.unavailable, passkey.tooMany */
export async function beginPasskey(service: Service, account: SignedIn): Promise<PasskeyCreation> {
  const { domain } = requireRelyingParty(service.settings)
  const rows = await findPasskeys(service.db.read, account.accountId)
  if (rows.length >= passkeyRules.max) throw new Problem('passkey.tooMany')
  const challenge = await newChallenge(service, 'add', account.sessionId)
  const { accountId, userName } = account
  return { challenge, domain, userHandle: handleOf(accountId), userName, known: knownOf(rows) }
}

/**
 * Adds a passkey that a browser created, and mails the owner. A credential that exists already is refused.
 * @throws Problem passkey.unavailable, passkey.refused, passkey.tooMany, request.tooMany
 */
export async function addPasskey(
  service: Service,
  account: SignedIn,
  { name, created }: { name: string; created: CreatedPasskey },
  caller: Caller,
): Promise<Passkey> {
  const { accountId, sessionId } = account
  await countAttempt(service, 'proof', sessionId)
  const { credential, credentialBackedUp } = await verifyCreated(service, sessionId, created)
  return service.db.transaction(async (tx) => {
    if ((await findPasskeys(tx, accountId)).length >= passkeyRules.max) throw new Problem('passkey.tooMany')
    const row = await insertPasskey(tx, {
      accountId,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: created.transports,
      name,
      isSynced: credentialBackedUp,
      now: service.now(),
    })
    if (!row) throw new Problem('passkey.refused')
    await forgetAttempts(tx, 'proof', sessionId)
    await mailOwner(service, tx, accountId, { what: 'passkeyAdded', value: name }, caller)
    return toPasskey(row)
  })
}

type Created = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

async function verifyCreated(service: Service, sessionId: string, created: CreatedPasskey): Promise<Created> {
  const { domain, origin } = requireRelyingParty(service.settings)
  const expectedChallenge = await spendChallenge(service, 'add', sessionId, created.clientData)
  const { credentialId: id, clientData: clientDataJSON, attestation: attestationObject } = created
  try {
    refuseCertificates(attestationObject)
    const response = { clientDataJSON, attestationObject }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: domain,
    })
    if (verified) return registrationInfo
  } catch (error) {
    throw new Problem('passkey.refused', { cause: error })
  }
  throw new Problem('passkey.refused')
}

/**
 * Refuses attestation by a maker, which was not requested: verifying its certificates would make the service fetch
 * addresses that the client chose.
 */
function refuseCertificates(attestation: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  const format = decoded.get('fmt')
  if (format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined))
    throw new Error(`an attestation that nobody asked for: ${format}`)
}

/** @throws Problem notFound */
export async function changePasskeyName(
  service: Service,
  accountId: string,
  passkeyId: string,
  name: string,
): Promise<Passkey> {
  const row = await service.db.transaction((tx) => renamePasskey(tx, accountId, passkeyId, name))
  if (!row) throw new Problem('notFound')
  return toPasskey(row)
}

/** @throws Problem notFound */
export async function removePasskey(
  service: Service,
  accountId: string,
  passkeyId: string,
  caller: Caller,
): Promise<void> {
  await service.db.transaction(async (tx) => {
    const gone = await deletePasskey(tx, accountId, passkeyId)
    if (!gone) throw new Problem('notFound')
    await mailOwner(service, tx, accountId, { what: 'passkeyRemoved', value: gone.name }, caller)
    // A passkey cannot be required where the account has none.
    if ((await findPasskeys(tx, accountId)).length === 0) await noLongerRequire(service, tx, accountId, caller)
  })
}

/**
 * Sets whether a passkey is required besides the password. Other sessions, which were proved by the password alone,
 * then lose their proof.
 * @throws Problem conflict without a passkey
 */
export async function requirePasskey(
  service: Service,
  { accountId, sessionId }: SignedIn,
  required: boolean,
  caller: Caller,
): Promise<void> {
  await service.db.transaction(async (tx) => {
    if (!required) return noLongerRequire(service, tx, accountId, caller)
    if ((await findPasskeys(tx, accountId)).length === 0) throw new Problem('conflict')
    if (!(await setPasskeyRequired(tx, accountId, true))) return
    await forgetProofs(tx, accountId, sessionId)
    await mailOwner(service, tx, accountId, { what: 'passkeyRequiredOn' }, caller)
  })
}

async function noLongerRequire(service: Service, tx: Transaction, accountId: string, caller: Caller): Promise<void> {
  if (!(await setPasskeyRequired(tx, accountId, false))) return
  const totp = await findTotp(tx, accountId)
  if (!totp || totp.confirmed_at === null) await forgetRecoveryCodes(tx, accountId)
  await mailOwner(service, tx, accountId, { what: 'passkeyRequiredOff' }, caller)
}

function toPasskey(row: Row): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: iso(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
    isSynced: row.is_synced,
  }
}

import { instant } from '../../database/instant.ts'
import type { ChallengePurpose } from '../../database/security-tables.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export async function findPasskeys(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Session, credentialId: Buffer) {
  return builder(db).selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

interface NewPasskey {
  accountId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
  isSynced: boolean
  now: number
}

/** Undefined: the credential exists already. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey) {
  return builder(tx)
    .insertInto('passkey')
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      is_synced: passkey.isSynced,
      created_at: new Date(passkey.now),
      last_used_at: null,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function renamePasskey(tx: Transaction, accountId: string, passkeyId: string, name: string) {
  return builder(tx)
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(tx: Transaction, accountId: string, passkeyId: string) {
  return builder(tx)
    .deleteFrom('passkey')
    .where('id', '=', passkeyId)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
}

/** Records a use. False: the signature counter did not increase, a sign of a cloned authenticator. */
export async function noteUse(
  tx: Transaction,
  passkeyId: string,
  { counter, isSynced, now }: { counter: number; isSynced: boolean; now: number },
): Promise<boolean> {
  const used = await builder(tx)
    .updateTable('passkey')
    .set({ counter, is_synced: isSynced, last_used_at: new Date(now) })
    .where('id', '=', passkeyId)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), where(where.val(counter), '=', 0)]),
      ]),
    )
    .returning('id')
    .execute()
  return used.length > 0
}

/** Stores a challenge and deletes expired ones. */
export async function insertChallenge(
  tx: Transaction,
  challenge: { hash: Buffer; purpose: ChallengePurpose; sessionId: string | null; now: number; expiresAt: number },
): Promise<void> {
  const trx = builder(tx)
  await trx.deleteFrom('passkey_challenge').where('expires_at', '<=', instant(challenge.now)).execute()
  await trx
    .insertInto('passkey_challenge')
    .values({
      hash: challenge.hash,
      purpose: challenge.purpose,
      session_id: challenge.sessionId,
      expires_at: new Date(challenge.expiresAt),
    })
    .execute()
}

/** Uses a challenge up; of two concurrent callers only one gets true. */
export async function takeChallenge(
  tx: Transaction,
  challenge: { hash: Buffer; purpose: ChallengePurpose; sessionId: string | null; now: number },
): Promise<boolean> {
  const taken = await builder(tx)
    .deleteFrom('passkey_challenge')
    .where('hash', '=', challenge.hash)
    .where('purpose', '=', challenge.purpose)
    .where('session_id', 'is not distinct from', challenge.sessionId)
    .where('expires_at', '>', instant(challenge.now))
    .returning('hash')
    .execute()
  return taken.length > 0
}

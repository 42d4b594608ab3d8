import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

interface Person {
  issuer: string
  subject: string
  email: string
}

/** Stores a sign-in that begins, and deletes expired ones. */
export async function insertFlow(
  tx: Transaction,
  flow: { tokenHash: Buffer; provider: string; sent: Buffer; now: number; expiresAt: number },
): Promise<void> {
  const trx = builder(tx)
  await trx.deleteFrom('openid_flow').where('expires_at', '<=', instant(flow.now)).execute()
  await trx
    .insertInto('openid_flow')
    .values({
      token_hash: flow.tokenHash,
      provider: flow.provider,
      sent: flow.sent,
      expires_at: new Date(flow.expiresAt),
      issuer: null,
      subject: null,
      email: null,
    })
    .execute()
}

/** Deletes and returns the waiting sign-in of a token; of two concurrent callers only one gets it. */
export async function takeFlow(tx: Transaction, tokenHash: Buffer, now: number) {
  return builder(tx)
    .deleteFrom('openid_flow')
    .where('token_hash', '=', tokenHash)
    .where('subject', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning(['provider', 'sent'])
    .executeTakeFirst()
}

/** Stores the returned identity under a new token. */
export async function insertAnswered(
  tx: Transaction,
  flow: Person & { tokenHash: Buffer; provider: string; expiresAt: number },
): Promise<void> {
  await builder(tx)
    .insertInto('openid_flow')
    .values({
      token_hash: flow.tokenHash,
      provider: flow.provider,
      sent: Buffer.alloc(0),
      expires_at: new Date(flow.expiresAt),
      issuer: flow.issuer,
      subject: flow.subject,
      email: flow.email,
    })
    .execute()
}

export async function findAnswered(db: Session, tokenHash: Buffer, now: number) {
  return builder(db)
    .selectFrom('openid_flow')
    .select(['provider', 'issuer', 'subject', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('subject', 'is not', null)
    .where('expires_at', '>', instant(now))
    .$narrowType<{ issuer: string; subject: string; email: string }>()
    .executeTakeFirst()
}

/** Uses it up; of two concurrent callers only one gets true. */
export async function deleteAnswered(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('openid_flow')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .execute()
  return gone.length > 0
}

export async function findIdentity(db: Session, { issuer, subject }: Pick<Person, 'issuer' | 'subject'>) {
  return builder(db)
    .selectFrom('openid_identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function findIdentities(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('openid_identity')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute()
}

/**
 * Links an identity to an account, or records the use of the link; false: it is linked to another account meanwhile.
 */
export async function putIdentity(
  tx: Transaction,
  identity: Person & { accountId: string; now: number },
): Promise<boolean> {
  const now = new Date(identity.now)
  const kept = await builder(tx)
    .insertInto('openid_identity')
    .values({
      account_id: identity.accountId,
      issuer: identity.issuer,
      subject: identity.subject,
      email: identity.email,
      linked_at: now,
      last_used_at: now,
    })
    .onConflict((on) =>
      on
        .columns(['issuer', 'subject'])
        .doUpdateSet({ last_used_at: now, email: identity.email })
        .where('openid_identity.account_id', '=', identity.accountId),
    )
    .returning('id')
    .execute()
  return kept.length > 0
}

export async function deleteIdentity(tx: Transaction, accountId: string, identityId: string) {
  return builder(tx)
    .deleteFrom('openid_identity')
    .where('id', '=', identityId)
    .where('account_id', '=', accountId)
    .returning('email')
    .executeTakeFirst()
}

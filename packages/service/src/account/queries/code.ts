import type { CodePurpose, LinkPurpose } from '../../database/security-tables.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Transaction } from '../../database/session.ts'

/** Stores a code; it replaces the former code of the target. */
export async function putCode(
  tx: Transaction,
  code: { purpose: CodePurpose; target: string; hash: Buffer; now: number; expiresAt: number },
): Promise<void> {
  const { purpose, target, hash: code_hash } = code
  await builder(tx).deleteFrom('one_time_code').where('expires_at', '<=', instant(code.now)).execute()
  await builder(tx)
    .insertInto('one_time_code')
    .values({ purpose, target, code_hash, expires_at: new Date(code.expiresAt) })
    .onConflict((on) =>
      on.columns(['purpose', 'target']).doUpdateSet({ code_hash, expires_at: new Date(code.expiresAt) }),
    )
    .execute()
}

/** Deletes the code and returns whether it existed. Of two concurrent callers only one gets true. */
export async function takeCode(tx: Transaction, purpose: CodePurpose, target: string, hash: Buffer, now: number) {
  const taken = await builder(tx)
    .deleteFrom('one_time_code')
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('code_hash', '=', hash)
    .where('expires_at', '>', instant(now))
    .returning('target')
    .execute()
  return taken.length > 0
}

/** Invalidates a code that was sent. */
export async function deleteCode(tx: Transaction, purpose: CodePurpose, target: string): Promise<void> {
  await builder(tx).deleteFrom('one_time_code').where('purpose', '=', purpose).where('target', '=', target).execute()
}

export async function insertLink(
  tx: Transaction,
  link: { tokenHash: Buffer; accountId: string; purpose: LinkPurpose; now: number; expiresAt: number },
): Promise<void> {
  await builder(tx).deleteFrom('mail_link').where('expires_at', '<=', instant(link.now)).execute()
  await builder(tx)
    .insertInto('mail_link')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      purpose: link.purpose,
      expires_at: new Date(link.expiresAt),
    })
    .execute()
}

export async function deleteLinks(tx: Transaction, accountId: string, purpose: LinkPurpose): Promise<void> {
  await builder(tx).deleteFrom('mail_link').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}

/** Deletes and returns the link of a token; undefined: there is no valid one. */
export async function takeLink(tx: Transaction, tokenHash: Buffer, purposes: readonly LinkPurpose[], now: number) {
  return builder(tx)
    .deleteFrom('mail_link')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', [...purposes])
    .where('expires_at', '>', instant(now))
    .returning(['account_id', 'purpose'])
    .executeTakeFirst()
}

import type { WebhookEvent } from '@helioport/contract'
import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export type WebhookRow = Awaited<ReturnType<typeof findWebhooks>>[number]

const columns = ['id', 'name', 'url', 'events', 'enabled', 'created_at', 'failing_since', 'stopped_at'] as const

/** Addresses of the account, newest first. */
export async function findWebhooks(db: Session, accountId: string, webhookId?: string) {
  return builder(db)
    .selectFrom('webhook')
    .select(columns)
    .where('account_id', '=', accountId)
    .$if(webhookId !== undefined, (query) => query.where('id', '=', webhookId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Counts the account's addresses. Locks the account's row, so that concurrent inserts cannot exceed the limit. */
export async function countWebhooks(tx: Transaction, accountId: string): Promise<number> {
  await builder(tx).selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { count } = await builder(tx)
    .selectFrom('webhook')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWebhook(
  tx: Transaction,
  webhook: {
    id: string
    accountId: string
    name: string
    url: string
    events: WebhookEvent[]
    secret: Buffer
    now: number
  },
): Promise<void> {
  const { id, accountId, name, url, events, secret, now } = webhook
  await builder(tx)
    .insertInto('webhook')
    .values({ id, account_id: accountId, name, url, events, secret, created_at: new Date(now) })
    .execute()
}

/** Changes an address and resets its failures. Returns whether the account has it. */
export async function updateWebhook(
  tx: Transaction,
  named: { accountId: string; webhookId: string },
  change: { name: string; url: string; events: WebhookEvent[]; enabled: boolean },
): Promise<boolean> {
  const { name, url, events, enabled } = change
  const rows = await builder(tx)
    .updateTable('webhook')
    .set({ name, url, events, enabled, failing_since: null, stopped_at: null })
    .where('id', '=', named.webhookId)
    .where('account_id', '=', named.accountId)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The sealed secret; locks the row until the end of the transaction. Undefined: the account has no such address. */
export async function findSecret(tx: Transaction, accountId: string, webhookId: string): Promise<Buffer | undefined> {
  const row = await builder(tx)
    .selectFrom('webhook')
    .select('secret')
    .where('id', '=', webhookId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.secret
}

export async function updateSecret(tx: Transaction, webhookId: string, secret: Buffer): Promise<void> {
  await builder(tx).updateTable('webhook').set({ secret }).where('id', '=', webhookId).execute()
}

/** Returns whether the account had the address. */
export async function deleteWebhook(tx: Transaction, accountId: string, webhookId: string): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('webhook')
    .where('id', '=', webhookId)
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  return gone.length > 0
}

export async function noteTaken(tx: Transaction, webhookId: string): Promise<void> {
  await builder(tx)
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Records that the address fails, from the first failure on; returns since when. */
export async function noteFailing(tx: Transaction, webhookId: string, now: number) {
  return builder(tx)
    .updateTable('webhook')
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${new Date(now)})` })
    .where('id', '=', webhookId)
    .returning(['failing_since', 'account_id', 'name', 'url', 'enabled'])
    .executeTakeFirst()
}

export async function stopWebhook(tx: Transaction, webhookId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('webhook')
    .set({ enabled: false, stopped_at: new Date(now) })
    .where('id', '=', webhookId)
    .execute()
}

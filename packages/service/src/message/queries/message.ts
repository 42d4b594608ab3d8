import type { PageLocale } from '@helioport/contract'
import { sql } from 'kysely'
import type { MailRequestKind } from '../../database/security-tables.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface NewMessage {
  id: string
  accountId: string | null
  channel: 'mail' | 'sms'
  kind: string
  recipient: string
  subject: string
  /** Null: the content is written later (samples). */
  content: Buffer | null
  isSample: boolean
  now: number
}

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  const now = new Date(message.now)
  const { id, channel, kind, recipient, subject, content, isSample } = message
  await builder(tx)
    .insertInto('message')
    .values({
      id,
      account_id: message.accountId,
      channel,
      kind,
      recipient,
      subject,
      content,
      is_sample: isSample,
      created_at: now,
      due_at: now,
    })
    .execute()
}

/** Leases the message until `leaseEnd` and counts one try. */
const leased = (leaseEnd: number) => ({ due_at: new Date(leaseEnd), tries: sql<number>`tries + 1` })

/** The next due message of one channel, or of any, leased until `leaseEnd`: no other instance takes it before. */
export async function takeMessage(tx: Transaction, now: number, leaseEnd: number, channel?: 'mail' | 'sms') {
  return builder(tx)
    .updateTable('message')
    .set(leased(leaseEnd))
    .where('id', '=', (where) =>
      where
        .selectFrom('message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('content', 'is not', null)
        .where('due_at', '<=', instant(now))
        .$if(channel !== undefined, (due) => due.where('channel', '=', channel ?? 'mail'))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'account_id', 'channel', 'kind', 'recipient', 'content', 'tries', 'created_at'])
    .executeTakeFirst()
}

/** Samples that are not written yet, leased until `leaseEnd`: no other instance writes them before. */
export async function takeUnwritten(tx: Transaction, now: number, leaseEnd: number, limit: number) {
  return builder(tx)
    .updateTable('message')
    .set(leased(leaseEnd))
    .where('id', 'in', (where) =>
      where
        .selectFrom('message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('content', 'is', null)
        .where('is_sample', '=', true)
        .where('due_at', '<=', instant(now))
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'account_id', 'kind', 'tries'])
    .execute()
}

/** Stores the content of a sample, which makes it due. */
export async function putContent(
  tx: Transaction,
  id: string,
  { subject, content, now }: { subject: string; content: Buffer; now: number },
): Promise<void> {
  await builder(tx)
    .updateTable('message')
    .set({ subject, content, due_at: new Date(now), tries: 0 })
    .where('id', '=', id)
    .execute()
}

/** `note`: 'outbox' if the message went into the outbox folder. */
export async function noteSent(tx: Transaction, id: string, now: number, note: '' | 'outbox'): Promise<void> {
  await builder(tx)
    .updateTable('message')
    .set({ sent_at: new Date(now), content: null, last_error: note })
    .where('id', '=', id)
    .execute()
}

/** Stores a receipt; a later one cannot undo `delivered`. False: there is no such short message. */
export async function noteReceipt(
  tx: Transaction,
  id: string,
  receipt: { state: 'delivered' | 'undelivered'; reason: string; now: number },
): Promise<boolean> {
  const [own] = await builder(tx)
    .selectFrom('message')
    .select('receipt')
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    .forUpdate()
    .execute()
  if (own && own.receipt !== 'delivered') {
    await builder(tx)
      .updateTable('message')
      .set({ receipt: receipt.state, receipt_at: new Date(receipt.now), receipt_reason: receipt.reason })
      .where('id', '=', id)
      .execute()
  }
  return own !== undefined
}

export async function postpone(tx: Transaction, id: string, dueAt: number, reason: string): Promise<void> {
  await builder(tx)
    .updateTable('message')
    .set({ due_at: new Date(dueAt), last_error: reason })
    .where('id', '=', id)
    .execute()
}

export async function noteFailed(tx: Transaction, id: string, now: number, reason: string): Promise<void> {
  await builder(tx)
    .updateTable('message')
    .set({ failed_at: new Date(now), content: null, last_error: reason })
    .where('id', '=', id)
    .execute()
}

/** For messages that must leave no trace. */
export async function deleteMessage(tx: Transaction, id: string): Promise<void> {
  await builder(tx).deleteFrom('message').where('id', '=', id).execute()
}

/** Deletes messages that were sent or failed before `before`. */
export async function deleteOldMessages(tx: Transaction, before: number): Promise<void> {
  await builder(tx)
    .deleteFrom('message')
    .where((where) => where.or([where('sent_at', '<', instant(before)), where('failed_at', '<', instant(before))]))
    .execute()
}

export type OwnMessageRow = Awaited<ReturnType<typeof findOwnMessages>>['rows'][number]

/** Messages to an account since `since`, newest first; of one id, or one page of them. */
export async function findOwnMessages(
  db: Session,
  accountId: string,
  since: number,
  page: { limit: number; offset: number; id?: string },
) {
  const { id } = page
  const found = builder(db)
    .selectFrom('message')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', instant(since))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
  const rows = await found
    .select(['id', 'channel', 'kind', 'is_sample', 'subject', 'recipient', 'created_at', 'due_at'])
    .select(['tries', 'sent_at', 'failed_at', 'last_error', 'receipt', 'receipt_at', 'receipt_reason'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function insertMailRequest(
  tx: Transaction,
  request: { kind: MailRequestKind; target: string; locale: PageLocale | null; now: number },
): Promise<void> {
  const { kind, target, locale } = request
  await builder(tx)
    .insertInto('mail_request')
    .values({ kind, target, locale, at: new Date(request.now) })
    .execute()
}

/** Deletes and returns the oldest request. */
export async function takeMailRequest(tx: Transaction) {
  return builder(tx)
    .deleteFrom('mail_request')
    .where('id', '=', (where) =>
      where.selectFrom('mail_request').select('id').orderBy('id').limit(1).forUpdate().skipLocked(),
    )
    .returning(['kind', 'target', 'locale'])
    .executeTakeFirst()
}

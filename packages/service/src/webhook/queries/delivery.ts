import type { DeliveryFailure, DeliveryState, StationRight, WebhookEvent } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, query, type Session, type Transaction } from '../../database/session.ts'

interface NewDelivery {
  id: string
  webhookId: string
  event: WebhookEvent | 'test'
  stationId: string | null
  right: StationRight | null
  body: string
  now: number
}

export async function insertDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  const { id, webhookId, event, stationId, right, body, now } = delivery
  await builder(tx)
    .insertInto('webhook_delivery')
    .values({
      id,
      webhook_id: webhookId,
      event,
      station_id: stationId,
      needed_right: right,
      body,
      created_at: new Date(now),
      due_at: new Date(now),
    })
    .execute()
}

export async function countWaiting(db: Session, webhookId: string): Promise<number> {
  const { count } = await builder(db)
    .selectFrom('webhook_delivery')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

const logged = ['id', 'event', 'state', 'created_at', 'tries', 'tried_at', 'status', 'failure', 'due_at'] as const

export type DeliveryRow = Awaited<ReturnType<typeof findDeliveries>>['rows'][number]

export async function findDeliveries(db: Session, webhookId: string, page: { limit: number; offset: number }) {
  const found = builder(db).selectFrom('webhook_delivery').where('webhook_id', '=', webhookId)
  const rows = await found
    .select(logged)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Makes a message due again, with all its tries; undefined: the address has no such message. */
export async function repeatDelivery(tx: Transaction, webhookId: string, deliveryId: string, now: number) {
  return builder(tx)
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, due_at: new Date(now) })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .returning(logged)
    .executeTakeFirst()
}

export async function dropWaiting(tx: Transaction, webhookId: string): Promise<void> {
  await builder(tx)
    .updateTable('webhook_delivery')
    .set({ state: 'dropped' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

export interface DueDelivery {
  id: string
  webhook_id: string
  account_id: string
  body: string
  tries: number
  url: string
  secret: Buffer
  /** The account is active and may know the content. */
  is_wanted: boolean
}

/**
 * Leases due messages until `leaseUntil`: at most one of each account, none of the accounts in `busy`. Of two
 * concurrent callers only one gets a message.
 */
export async function takeDue(
  tx: Transaction,
  now: number,
  leaseUntil: number,
  busy: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await query<DueDelivery>(
    tx,
    `with due as (
       select distinct on (webhook.account_id) delivery.id
       from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
       where delivery.state = 'waiting' and delivery.due_at <= $1 and webhook.enabled
         and webhook.account_id <> all($3::uuid[])
       order by webhook.account_id, delivery.due_at, delivery.id
       limit $4
     ), taken as (
       update webhook_delivery set due_at = $2, tries = tries + 1, tried_at = $1
       where id in (select id from due) and state = 'waiting' and due_at <= $1
       returning id, webhook_id, body, tries, station_id, needed_right
     )
     select taken.id, taken.webhook_id, taken.body, taken.tries, webhook.account_id, webhook.url, webhook.secret,
       exists (select from active_account where active_account.id = webhook.account_id)
       and (taken.needed_right is null or exists (
         select from station_access reach
         where reach.account_id = webhook.account_id and reach.station_id = taken.station_id
           and taken.needed_right = any(reach.rights) and (reach.ends_at is null or reach.ends_at > $1)
       )) as is_wanted
     from taken join webhook on webhook.id = taken.webhook_id`,
    [new Date(now), new Date(leaseUntil), busy, limit],
  )
  return rows
}

/** Stores how a try ended. A message whose repetition was requested meanwhile stays due. */
export async function settleDelivery(
  tx: Transaction,
  id: string,
  end: { state: DeliveryState; status: number | null; failure: DeliveryFailure | null; dueAt: number },
): Promise<void> {
  await builder(tx)
    .updateTable('webhook_delivery')
    .set({ state: end.state, status: end.status, failure: end.failure, due_at: new Date(end.dueAt) })
    .where('id', '=', id)
    .execute()
}

/** Deletes finished deliveries and told states that are older than `before`. */
export async function deleteOld(tx: Transaction, before: number): Promise<void> {
  await builder(tx)
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', instant(before))
    .where('state', '<>', 'waiting')
    .execute()
  await sql`delete from webhook_told where at < ${new Date(before)} and state <> 'offline'`.execute(builder(tx))
}

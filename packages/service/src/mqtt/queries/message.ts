import type { PayloadMapping } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

export interface StoredMessage {
  logger_id: string
  /** False: its topic is not one of the logger's own. */
  is_own: boolean
  topic: string
  payload: string
  /** Epoch ms. */
  received_at: number
}

/** Stores the newest message of each topic; each (logger, is_own, topic) must be in `messages` only once. */
export async function upsertMessages(
  tx: Transaction,
  messages: readonly StoredMessage[],
  keptTopics: number,
): Promise<void> {
  // Sorted by key, so that two instances cannot deadlock.
  const sorted = messages.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const { rows } = await query<{ logger_id: string; is_new: boolean }>(
    tx,
    `insert into mqtt_message (logger_id, is_own, topic, payload, received_at)
     select * from unnest($1::uuid[], $2::boolean[], $3::text[], $4::text[], $5::timestamptz[])
     on conflict (logger_id, is_own, topic)
       do update set payload = excluded.payload, received_at = excluded.received_at
       where mqtt_message.received_at <= excluded.received_at
     returning logger_id, xmax = 0 as is_new`,
    [
      sorted.map(({ logger_id }) => logger_id),
      sorted.map(({ is_own }) => is_own),
      sorted.map(({ topic }) => topic),
      sorted.map(({ payload }) => payload),
      sorted.map(({ received_at }) => new Date(received_at)),
    ],
  )
  const grown = [...new Set(rows.flatMap(({ logger_id, is_new }) => (is_new ? [logger_id] : [])))]
  if (grown.length === 0) return
  await query(
    tx,
    `delete from mqtt_message using (
       select logger_id, is_own, topic,
         row_number() over (partition by logger_id order by received_at desc, topic) as nth
       from mqtt_message where logger_id = any($1::uuid[])) ranked
     where mqtt_message.logger_id = ranked.logger_id and mqtt_message.is_own = ranked.is_own
       and mqtt_message.topic = ranked.topic and nth > $2`,
    [grown, keptTopics],
  )
}

const keyOf = ({ logger_id, is_own, topic }: StoredMessage) => `${logger_id} ${is_own} ${topic}`

/** Messages since an instant, the oldest first. */
export async function findMessages(db: Session, loggerId: string, since: number): Promise<StoredMessage[]> {
  const { rows } = await query<StoredMessage>(
    db,
    `select logger_id, is_own, topic, payload, received_at from mqtt_message
     where logger_id = $1 and received_at >= $2 order by received_at, topic`,
    [loggerId, new Date(since)],
  )
  return rows
}

export async function deleteOldMessages(tx: Transaction, before: number): Promise<void> {
  await query(tx, 'delete from mqtt_message where received_at < $1', [new Date(before)])
}

export interface LoggerName {
  id: string
  no: number
  account_id: string
}

export interface MqttLogger extends LoggerName {
  serial: string
  mqtt_mappings: PayloadMapping[]
  /** Epoch ms. */
  mqtt_watched_until: number | null
}

/** Loggers of those keys that are valid at `now`. */
export async function findKeyedLoggers(
  db: Session,
  keyIds: readonly string[],
  now: number,
): Promise<(MqttLogger & { key_id: string })[]> {
  const { rows } = await query<MqttLogger & { key_id: string }>(
    db,
    `select logger_key.id as key_id, logger.id, logger.no, logger.account_id, logger.serial, mqtt_mappings, mqtt_watched_until
     from logger_key join logger on logger.id = logger_key.logger_id
       join active_account on active_account.id = logger.account_id
     where logger_key.id = any($1::uuid[]) and (logger_key.ends_at is null or logger_key.ends_at > $2)
       and logger.deleted_at is null`,
    [keyIds, new Date(now)],
  )
  return rows
}

/** A logger of the account; null: no logger with this id. */
export async function findOwnLogger(db: Session, accountId: string, loggerId: string): Promise<MqttLogger | null> {
  const { rows } = await query<MqttLogger>(
    db,
    `select id, no, account_id, serial, mqtt_mappings, mqtt_watched_until from logger
     where id = $2 and account_id = $1 and deleted_at is null`,
    [accountId, loggerId],
  )
  return rows[0] ?? null
}

/** Returns whether the account has the logger. */
export async function updateMappings(
  tx: Transaction,
  accountId: string,
  loggerId: string,
  mappings: readonly PayloadMapping[],
): Promise<boolean> {
  const { rowCount } = await query(
    tx,
    'update logger set mqtt_mappings = $3 where id = $2 and account_id = $1 and deleted_at is null',
    [accountId, loggerId, JSON.stringify(mappings)],
  )
  return rowCount === 1
}

export async function watchLogger(tx: Transaction, accountId: string, loggerId: string, until: number): Promise<void> {
  await query(tx, 'update logger set mqtt_watched_until = $3 where id = $2 and account_id = $1', [
    accountId,
    loggerId,
    new Date(until),
  ])
}

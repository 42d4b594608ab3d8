import { query, type Session } from '../../database/session.ts'

/** Clock (epoch ms) and size (bytes) of the database, and its number of replicas. */
export async function findDatabase(db: Session): Promise<{ now: number; bytes: number; standbys: number }> {
  const { rows } = await query<{ now: number; bytes: string | number; standbys: string | number }>(
    db,
    `select extract(epoch from clock_timestamp())::float8 * 1000 as now, pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_replication) as standbys`,
  )
  const [row] = rows
  return { now: row?.now ?? 0, bytes: Number(row?.bytes ?? 0), standbys: Number(row?.standbys ?? 0) }
}

/** Whether anything lies in a bucket, and how many of its objects have to be removed. */
export async function findFiles(db: Session): Promise<{ has: boolean; due: number }> {
  const { rows } = await query<{ has: boolean; due: number }>(
    db,
    `select exists (select from picture where object_key is not null)
         or exists (select from export_task where object_key is not null) as has,
       (select count(*)::integer from object_due where remove_at = '-infinity') as due`,
  )
  return rows[0] ?? { has: false, due: 0 }
}

export interface Queue {
  name: string
  /** Number of due items, at most 1000. */
  waiting: number
  /** Age of the oldest due item, s. */
  oldest_s: number
}

/** Work queues; each is read from its index of due times. */
export async function findQueues(db: Session, now: number): Promise<Queue[]> {
  const late = (name: string, from: string, due = 'due_at') => `
    select '${name}' as name, count(*)::integer as waiting,
      greatest(0, coalesce(extract(epoch from $1::timestamptz - min(due)), 0))::float8 as oldest_s
    from (select ${due} as due from ${from} and ${due} <= $1 order by ${due} limit 1000) ${name}`
  const { rows } = await query<Queue>(
    db,
    [
      late('messages', 'message where sent_at is null and failed_at is null'),
      late('webhooks', `webhook_delivery where state = 'waiting'`),
      late('days', 'station_day where due_at is not null'),
      late('figures', 'station_figure where true', 'changes_at'),
      late('exports', `export_task where state in ('queued', 'running')`, 'created_at'),
    ].join(' union all '),
    [new Date(now)],
  )
  return rows
}

/** How late the latest job is, s. */
export async function findLatestJob(db: Session, now: number): Promise<number> {
  const { rows } = await query<{ late_s: number | null }>(
    db,
    'select greatest(0, extract(epoch from $1::timestamptz - min(due_at)))::float8 as late_s from job',
    [new Date(now)],
  )
  return rows[0]?.late_s ?? 0
}

export interface Sending {
  channel: 'mail' | 'sms'
  sent: number
  /** `failed`: given up; `delayed`: not sent yet after at least one try. */
  failed: number
  delayed: number
}

/** Messages per channel since `since` (epoch ms), by outcome. */
export async function findSendings(db: Session, since: number): Promise<Sending[]> {
  const { rows } = await query<Sending>(
    db,
    `select channel, count(*) filter (where sent_at is not null)::integer as sent,
       count(*) filter (where failed_at is not null or receipt = 'undelivered')::integer as failed,
       count(*) filter (where sent_at is null and failed_at is null and tries > 0)::integer as delayed
     from message where created_at > $1 group by channel`,
    [new Date(since)],
  )
  return rows
}

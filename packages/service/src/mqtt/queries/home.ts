import { query, type Session, type Transaction } from '../../database/session.ts'

export async function isAccountActive(db: Session, accountId: string): Promise<boolean> {
  const { rows } = await query(db, 'select from active_account where id = $1', [accountId])
  return rows.length > 0
}

/** The account's own stations that are published to its home servers. */
export async function findHomeStations(db: Session, accountId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>(
    db,
    'select id from station where account_id = $1 and in_home_assistant order by id',
    [accountId],
  )
  return rows.map(({ id }) => id)
}

/** Null: not a station of the account itself. */
export async function findHomeSwitch(db: Session, accountId: string, stationId: string): Promise<boolean | null> {
  const { rows } = await query<{ is_on: boolean }>(
    db,
    'select in_home_assistant as is_on from station where id = $2 and account_id = $1',
    [accountId, stationId],
  )
  return rows[0]?.is_on ?? null
}

/** Returns whether it is a station of the account itself. */
export async function setHomeSwitch(
  tx: Transaction,
  accountId: string,
  stationId: string,
  isOn: boolean,
): Promise<boolean> {
  const { rowCount } = await query(tx, 'update station set in_home_assistant = $3 where id = $2 and account_id = $1', [
    accountId,
    stationId,
    isOn,
  ])
  return rowCount === 1
}

export interface HomeConfig {
  topic: string
  /** The greatest published counter; null: none yet, or none since a correction of values. */
  energy_kwh: number | null
  gone_at: number | null
}

export async function findHomeConfigs(db: Session, accountId: string): Promise<HomeConfig[]> {
  const { rows } = await query<HomeConfig>(
    db,
    'select topic, energy_kwh, gone_at from home_config where account_id = $1',
    [accountId],
  )
  return rows
}

/**
 * Stores what is published now, with its counters; things not among it are marked as removed. Things removed before
 * `before` are deleted. A counter is stored only where the stored one still equals `beforeKwh`: it may have been
 * corrected since it was read.
 */
export async function keepHomeConfigs(
  tx: Transaction,
  accountId: string,
  told: readonly { topic: string; beforeKwh: number | null; energyKwh: number | null }[],
  now: number,
  before: number,
): Promise<void> {
  const topics = told.map(({ topic }) => topic)
  // Locks in a fixed order, so that two instances cannot deadlock.
  await query(tx, 'select from home_config where account_id = $1 order by topic for no key update', [accountId])
  await query(
    tx,
    `insert into home_config (account_id, topic, energy_kwh)
     select $1, topic, kwh from unnest($2::text[], $3::float8[]) as told (topic, kwh) order by topic
     on conflict (account_id, topic) do update set gone_at = null, energy_kwh = case
       when home_config.energy_kwh is not distinct from
         (select kwh from unnest($2::text[], $4::float8[]) as before (topic, kwh) where topic = excluded.topic)
       then greatest(home_config.energy_kwh, excluded.energy_kwh)
       else home_config.energy_kwh end`,
    [accountId, topics, told.map(({ energyKwh }) => energyKwh), told.map(({ beforeKwh }) => beforeKwh)],
  )
  await query(
    tx,
    `update home_config set gone_at = $3 where account_id = $1 and gone_at is null and topic <> all($2::text[])`,
    [accountId, topics, new Date(now)],
  )
  await query(tx, 'delete from home_config where account_id = $1 and gone_at < $2', [accountId, new Date(before)])
}

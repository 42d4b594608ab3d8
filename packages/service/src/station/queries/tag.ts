import type { SavedFilter, SavedFilterInput, StationTag, StationTagInput } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

export async function findTags(db: Session, ownerId: string, tagId: string | null = null): Promise<StationTag[]> {
  const { rows } = await query<StationTag>(
    db,
    `select id, kind, name, stations from station_tag
     where account_id = $1 and ($2::uuid is null or id = $2) order by kind, lower(name), id`,
    [ownerId, tagId],
  )
  return rows
}

/** Tags of the main account at stations that the sub-account reaches, each with the number of these stations. */
export async function findReachedTags(
  db: Session,
  mainId: string,
  accountId: string,
  now: number,
): Promise<StationTag[]> {
  const { rows } = await query<StationTag>(
    db,
    `select station_tag.id, kind, name, count(*) as stations
     from station_tag join station_tagging on tag_id = station_tag.id join station_access access using (station_id)
     where station_tag.account_id = $1 and access.account_id = $2 and (ends_at is null or ends_at > $3)
     group by station_tag.id order by kind, lower(name), station_tag.id`,
    [mainId, accountId, new Date(now)],
  )
  return rows
}

/** Counts the tags. Locks the account's row, so that concurrent calls cannot exceed the limit. */
export async function countTags(tx: Transaction, accountId: string): Promise<number> {
  await query(tx, 'select id from account where id = $1 for update', [accountId])
  const { rows } = await query<{ count: number }>(
    tx,
    'select count(*) as count from station_tag where account_id = $1',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

export async function insertTag(tx: Transaction, accountId: string, { kind, name }: StationTagInput): Promise<string> {
  const { rows } = await query<{ id: string }>(
    tx,
    'insert into station_tag (account_id, kind, name) values ($1, $2, $3) returning id',
    [accountId, kind, name],
  )
  return rows[0]?.id ?? ''
}

export async function renameTag(tx: Transaction, accountId: string, tagId: string, name: string): Promise<boolean> {
  const { rows } = await query(tx, 'update station_tag set name = $3 where account_id = $1 and id = $2 returning id', [
    accountId,
    tagId,
    name,
  ])
  return rows.length > 0
}

export async function deleteTag(tx: Transaction, accountId: string, tagId: string): Promise<boolean> {
  const { rows } = await query(tx, 'delete from station_tag where account_id = $1 and id = $2 returning id', [
    accountId,
    tagId,
  ])
  return rows.length > 0
}

/** Those of `stationIds` that the account owns. */
export async function findOwned(db: Session, accountId: string, stationIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await query<{ id: string }>(
    db,
    'select id from station where id = any($2::uuid[]) and account_id = $1',
    [accountId, stationIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A station is in one group at most: it leaves its former group. */
export async function insertTaggings(tx: Transaction, tag: StationTag, stationIds: readonly string[]): Promise<void> {
  // Rows are locked in the order of their ids, so that concurrent calls cannot deadlock.
  await query(tx, 'select id from station where id = any($1::uuid[]) order by id for no key update', [stationIds])
  if (tag.kind === 'group') {
    await query(
      tx,
      `delete from station_tagging using station_tag
       where station_tag.id = tag_id and kind = 'group' and tag_id <> $1 and station_id = any($2::uuid[])`,
      [tag.id, stationIds],
    )
  }
  await query(
    tx,
    'insert into station_tagging (tag_id, station_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [tag.id, stationIds],
  )
}

export async function deleteTaggings(tx: Transaction, tagId: string, stationIds: readonly string[]): Promise<void> {
  await query(tx, 'delete from station_tagging where tag_id = $1 and station_id = any($2::uuid[])', [tagId, stationIds])
}

/** Ids of the group and tags that the owner gave these stations, by station id. */
export async function findTaggings(
  db: Session,
  ownerId: string,
  stationIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await query<{ station_id: string; tag_ids: string[] }>(
    db,
    `select station_id, array_agg(tag_id::text order by kind, lower(name)) as tag_ids
     from station_tagging join station_tag on station_tag.id = tag_id
     where station_id = any($2::uuid[]) and account_id = $1 group by station_id`,
    [ownerId, stationIds],
  )
  return new Map(rows.map((row) => [row.station_id, row.tag_ids]))
}

export async function findSavedFilters(db: Session, accountId: string, list: string): Promise<SavedFilter[]> {
  const { rows } = await query<SavedFilter>(
    db,
    'select id, list, name, query from saved_filter where account_id = $1 and list = $2 order by lower(name), id',
    [accountId, list],
  )
  return rows
}

/** Replaces a filter of the same name. Null: the account has `most` other filters already. */
export async function putSavedFilter(
  tx: Transaction,
  accountId: string,
  { list, name, query: text }: SavedFilterInput,
  most: number,
): Promise<SavedFilter | null> {
  await query(tx, 'select id from account where id = $1 for update', [accountId])
  const { rows } = await query<SavedFilter>(
    tx,
    `insert into saved_filter (account_id, list, name, query)
     select $1, $2, $3, $4
     where (select count(*) from saved_filter where account_id = $1 and (list, lower(name)) <> ($2, lower($3))) < $5
     on conflict (account_id, list, lower(name)) do update set name = excluded.name, query = excluded.query
     returning id, list, name, query`,
    [accountId, list, name, text, most],
  )
  return rows[0] ?? null
}

export async function deleteSavedFilter(tx: Transaction, accountId: string, savedFilterId: string): Promise<boolean> {
  const { rows } = await query(tx, 'delete from saved_filter where account_id = $1 and id = $2 returning id', [
    accountId,
    savedFilterId,
  ])
  return rows.length > 0
}

/** Sets whether the account's daily report includes these stations. */
export async function setReported(
  tx: Transaction,
  accountId: string,
  stationIds: readonly string[],
  isTold: boolean,
): Promise<void> {
  await query(
    tx,
    isTold
      ? 'delete from unreported_station where account_id = $1 and station_id = any($2::uuid[])'
      : 'insert into unreported_station select $1, unnest($2::uuid[]) on conflict do nothing',
    [accountId, stationIds],
  )
}

export async function findUnreported(db: Session, accountId: string): Promise<Set<string>> {
  const { rows } = await query<{ station_id: string }>(
    db,
    'select station_id from unreported_station where account_id = $1',
    [accountId],
  )
  return new Set(rows.map((row) => row.station_id))
}

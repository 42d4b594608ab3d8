import { lowLightAlarms } from '@helioport/contract'
import { findReach } from '../../access/queries/access.ts'
import type { PageAsk } from '../../base/page-end.ts'
import { query, type Session } from '../../database/session.ts'
import { findCardPage, isOfGroups } from './alarm-card.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import { type AlarmRow, findAmongAll, findIds, type FoundAlarms } from './alarm-row.ts'

/**
 * One page of what the account may see at `now`, newest first. A group is in the list when one of its episodes fits
 * the filter; its state, open or closed, is that of the whole group.
 */
export async function findAlarms(
  db: Session,
  accountId: string,
  now: number,
  filter: AlarmFilter,
  page: PageAsk,
): Promise<FoundAlarms> {
  if (!isOfGroups(filter)) return findAmongAll(db, accountId, now, filter, page)
  const reach = await findReach(db, accountId, now)
  const { groupIds, ...found } = await findCardPage(db, reach, accountId, filter, page)
  return { rows: await findGroups(db, accountId, now, filter, groupIds), ...found }
}

/** Rows of groups that a filter found, in their order; without those that are not reached any more. */
async function findGroups(
  db: Session,
  accountId: string,
  now: number,
  filter: AlarmFilter,
  groupIds: readonly string[],
): Promise<AlarmRow[]> {
  if (groupIds.length === 0) return []
  const whole = { limit: groupIds.length, offset: 0 }
  const { deviceId, from, to, codes, search } = filter
  // With a filter by device, time or search, the first episode that fits is shown of each group.
  const isOfSome = [deviceId, from, search || undefined].some((each) => each !== undefined)
  const fits = isOfSome ? { deviceId, from, to, codes, search } : {}
  const known = Object.fromEntries(Object.entries(fits).filter(([, value]) => value !== undefined))
  const { rows } = await findAmongAll(db, accountId, now, { ...known, groupIds }, whole)
  const placeOf = new Map(groupIds.map((id, place) => [id, place]))
  const place = ({ group_id }: AlarmRow) => placeOf.get(group_id) ?? 0
  return rows.toSorted((a, b) => place(a) - place(b))
}

/** More than are ever exported. */
const whole = { limit: 2_000_000_000, offset: 0 }

/**
 * All that a filter finds, some at a time, in the order of the list. The ids are found once: alarms that are raised
 * meanwhile move nothing to another page, and no page has to skip those before it.
 */
export async function* findAllAlarms(
  db: Session,
  accountId: string,
  now: () => number,
  filter: AlarmFilter,
  atOnce: number,
): AsyncGenerator<AlarmRow[]> {
  const ids = isOfGroups(filter)
    ? (await findCardPage(db, await findReach(db, accountId, now()), accountId, filter, whole)).groupIds
    : await findIds(db, accountId, now(), filter)
  for (let begin = 0; begin < ids.length; begin += atOnce) {
    const some = ids.slice(begin, begin + atOnce)
    const page = { limit: atOnce, offset: 0 }
    yield filter.episodes
      ? (await findAmongAll(db, accountId, now(), { episodes: true, alarmIds: some }, page)).rows
      : await findGroups(db, accountId, now(), filter, some)
  }
}

/** Number of open groups per station; alarms of weak light notify nobody and are left out. */
export async function countOpenAlarms(db: Session, stationIds: readonly string[]) {
  const { rows } = await query<{ station_id: string; count: number }>(
    db,
    `select station_id, count(distinct alarm.group_id) as count
     from alarm join alarm_group on alarm_group.id = alarm.group_id
     where cleared_at is null and alarm.code <> all($2) and station_id = any($1::uuid[])
     group by station_id`,
    [stationIds, [...lowLightAlarms]],
  )
  return rows
}

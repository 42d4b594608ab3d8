import type { AlarmCode } from '@helioport/contract'
import type { Reach } from '../../access/queries/access.ts'
import { backwards, type Edge, type PageAsk, type PageRead, type Position, readPage } from '../../base/page-end.ts'
import { edgeOf, inPieces, piecesOf, type Run } from '../../base/list-page.ts'
import { likeOf, query, type Session, type Transaction } from '../../database/session.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import { type Bind, findSearched, type SearchedAlarms, searchedParts } from './alarm-search.ts'

/** Order of the list, which is that of its indexes. */
const run: Run = { where: 'true', keys: ['raised_at desc'], place: ['alarm_id'] }
const order = [...run.keys, ...run.place].join(', ')

/** Whether a filter can be answered from the rows of groups. */
export const isOfGroups = ({ episodes, alarmIds, groupIds, search, deviceId }: AlarmFilter): boolean =>
  !episodes && alarmIds === undefined && groupIds === undefined && (!search || deviceId === undefined)

export interface CardPage {
  groupIds: string[]
  total: number
  position?: Position | undefined
}

/** Groups of one page, newest first, and their total; of each part in reach only as much as the page needs is read. */
export async function findCardPage(
  db: Session,
  reach: Reach,
  accountId: string,
  filter: AlarmFilter,
  page: PageAsk,
): Promise<CardPage> {
  if (filter.deviceId !== undefined) return findOfDevice(db, reach, accountId, filter, page)
  const searched = filter.search ? await findSearched(db, reach, filter) : null
  if (searched?.stationIds?.length === 0 && searched.deviceNos?.length === 0)
    return findFitting(db, reach, accountId, withCodes(filter, searched.codes), page, null)
  return findFitting(db, reach, accountId, filter, page, searched)
}

const withCodes = (filter: AlarmFilter, codes: readonly AlarmCode[]): AlarmFilter => ({
  ...filter,
  codes: codes.filter((code) => filter.codes?.includes(code) ?? true),
})

async function findFitting(
  db: Session,
  reach: Reach,
  accountId: string,
  filter: AlarmFilter,
  page: PageAsk,
  searched: SearchedAlarms | null,
): Promise<CardPage> {
  const total = await countCards(db, reach, accountId, filter, searched)
  const { rows, ...found } = await readPage(page, total, (read) =>
    readCards(db, reach, accountId, filter, read, searched),
  )
  return { groupIds: rows.map(({ group_id }) => group_id), ...found }
}

async function readCards(
  db: Session,
  reach: Reach,
  accountId: string,
  filter: AlarmFilter,
  read: PageRead,
  searched: SearchedAlarms | null,
): Promise<{ group_id: string; edge: Edge }[]> {
  const { limit, offset, isBackwards } = read
  const { values, bind } = binding()
  const whole = bind(offset + limit, 'integer')
  const parts = partsOf(reach, filter, searched, bind).map((part, nth) => {
    const pieces = piecesOf([run], read, (value) => `$${values.push(value)}`)
    const where = [part, ...fitting(accountId, filter, bind)].join(' and ')
    const select = `select group_id, raised_at, alarm_id from alarm_card own where ${where}`
    const inOrder = (codes: string) => inPieces(`${select} ${codes}`, pieces, whole, `part_${nth}`)
    if (filter.codes === undefined || filter.state === 'open') return inOrder(codesOf(filter, bind))
    // Of each code its newest groups: a rare code is not searched for among all groups.
    return `(select of_code.* from unnest(${bind(filter.codes, 'text[]')}) asked (code)
      cross join lateral ${inOrder('and own.code = asked.code')} of_code)`
  })
  const { rows } = await query<{ group_id: string; edge: Edge }>(
    db,
    `select group_id, ${edgeOf(run)} as edge from (${parts.join(' union all ')}) part
     order by ${isBackwards ? backwards(order) : order}
     limit ${bind(limit, 'integer')} offset ${bind(offset, 'integer')}`,
    values,
  )
  return isBackwards ? rows.toReversed() : rows
}

/** Counts by owner and code are kept; with a filter by care, time, station or search the groups are counted here. */
async function countCards(
  db: Session,
  reach: Reach,
  accountId: string,
  filter: AlarmFilter,
  searched: SearchedAlarms | null,
): Promise<number> {
  const { values, bind } = binding()
  const { state, stationId, from, to } = filter
  const isKept = [
    searched ?? undefined,
    stationId,
    from,
    to,
    filter.acknowledged,
    filter.assigned,
    filter.userName || undefined,
  ].every((each) => each === undefined)
  const parts = isKept ? givenPart(reach, filter, bind) : partsOf(reach, filter, searched, bind)
  const counted = parts.map((part) => {
    const where = [part, ...fitting(accountId, filter, bind)].join(' and ')
    return `(select count(*) from alarm_card own where ${where} ${codesOf(filter, bind)})`
  })
  if (isKept && reach.ownerId !== null) {
    const isOpen = state === undefined ? '' : `and is_open = ${bind(state === 'open', 'boolean')}`
    counted.push(`coalesce((select sum(groups) from alarm_count own
      where account_id = ${bind(reach.ownerId, 'uuid')} ${isOpen} ${codesOf(filter, bind)}), 0)`)
  }
  if (counted.length === 0) return 0
  const { rows } = await query<{ total: number }>(db, `select ${counted.join(' + ')} as total`, values)
  return Number(rows[0]?.total ?? 0)
}

function binding(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` }
}

/** The owner's cards and cards of stations shared one by one, each narrowed by the search: no card is in two parts. */
function partsOf(reach: Reach, filter: AlarmFilter, searched: SearchedAlarms | null, bind: Bind): string[] {
  const reached = () => [...ownPart(reach, filter, bind), ...givenPart(reach, filter, bind)]
  if (searched === null) return reached()
  return searchedParts(searched, { state: filter.state, reached, fits: () => episodeFits(filter, bind) }, bind)
}

/** All cards of the owner. */
function ownPart({ ownerId }: Reach, { stationId }: AlarmFilter, bind: Bind): string[] {
  if (ownerId === null) return []
  const ofStation = stationId === undefined ? '' : `and station_id = ${bind(stationId, 'uuid')}`
  return [`account_id = ${bind(ownerId, 'uuid')} ${ofStation}`]
}

/** Cards of stations shared one by one whose alarms the account may see. */
function givenPart({ ownerId, alarmIds }: Reach, { stationId }: AlarmFilter, bind: Bind): string[] {
  const given = stationId === undefined ? alarmIds : alarmIds.filter((id) => id === stationId)
  if (given.length === 0) return []
  const isOther = ownerId === null ? '' : `and account_id <> ${bind(ownerId, 'uuid')}`
  return [`station_id = any(${bind(given, 'uuid[]')}) ${isOther}`]
}

const codesOf = ({ codes }: AlarmFilter, bind: Bind) =>
  codes === undefined ? '' : `and code = any(${bind(codes, 'text[]')})`

function fitting(accountId: string, filter: AlarmFilter, bind: Bind): string[] {
  const { state, from, to } = filter
  const care = careOf(accountId, filter, bind)
  return [
    ...(state === undefined ? [] : [`own.cleared_at is ${state === 'open' ? '' : 'not'} null`]),
    ...(to === undefined ? [] : [`own.raised_at < ${bind(new Date(to), 'timestamptz')}`]),
    // One index holds both: cleared since then, and open.
    ...(from === undefined ? [] : [`coalesce(own.cleared_at, 'infinity') >= ${bind(new Date(from), 'timestamptz')}`]),
    ...(from === undefined || to === undefined
      ? []
      : [`exists (select from alarm where group_id = own.group_id and ${episodeFits(filter, bind)})`]),
    ...(care.length === 0
      ? []
      : [`exists (select from alarm_group care where care.id = own.group_id and ${care.join(' and ')})`]),
  ]
}

/** Conditions on one episode: its code, and that it was open at some time of the stretch. */
function episodeFits({ codes, from, to }: AlarmFilter, bind: Bind): string {
  return [
    'not alarm.is_echo',
    ...(codes === undefined ? [] : [`alarm.code = any(${bind(codes, 'text[]')})`]),
    ...(from === undefined ? [] : [`coalesce(alarm.cleared_at, 'infinity') >= ${bind(new Date(from), 'timestamptz')}`]),
    ...(to === undefined ? [] : [`alarm.raised_at < ${bind(new Date(to), 'timestamptz')}`]),
  ].join(' and ')
}

/** The same for groups with an episode of one device: reads the device's episodes alone. */
const findOfDevice: typeof findCardPage = async (db, reach, accountId, filter, page) => {
  const { values, bind } = binding()
  const { from: _from, to: _to, ...ofGroup } = filter
  const parts = [...ownPart(reach, filter, bind), ...givenPart(reach, filter, bind)]
  if (parts.length === 0) return { groupIds: [], total: 0 }
  const where = [`(${parts.map((part) => `(${part})`).join(' or ')})`, ...fitting(accountId, ofGroup, bind)]
  const device = `(select no from device where id = ${bind(filter.deviceId, 'uuid')})`
  const fits = episodeFits(filter, bind)
  const { rows } = await query<{ group_id: string | null; total: number }>(
    db,
    `with found as materialized (
       select own.group_id, own.raised_at, own.alarm_id
       from (select distinct group_id from alarm where device_no = ${device} and ${fits}) episode
       cross join lateral (select * from alarm_card where group_id = episode.group_id offset 0) own
       where ${where.join(' and ')})
     select counted.total, page.group_id from (select count(*)::integer as total from found) counted
     left join (select * from found order by ${order}
       limit ${bind(page.limit, 'integer')} offset ${bind(page.offset, 'integer')}) page on true`,
    values,
  )
  return { groupIds: rows.flatMap(({ group_id }) => group_id ?? []), total: rows[0]?.total ?? 0 }
}

/** Conditions on what people did about a group. */
function careOf(accountId: string, { acknowledged, assigned, userName }: AlarmFilter, bind: Bind): string[] {
  return [
    ...(acknowledged === undefined ? [] : [`acknowledged_at is ${acknowledged ? 'not' : ''} null`]),
    ...(assigned === 'me' ? [`assignee_id = ${bind(accountId, 'uuid')}`] : []),
    ...(assigned === 'nobody' ? ['assignee_id is null'] : []),
    ...(assigned === 'somebody' ? ['assignee_id is not null'] : []),
    ...(userName
      ? [
          `exists (select from account where account.id in (acknowledged_by, assignee_id)
             and user_name ilike ${bind(likeOf(userName), 'text')})`,
        ]
      : []),
  ]
}

/** Makes one row of the many that add up to a number of groups. */
export async function foldAlarmCounts(tx: Transaction): Promise<void> {
  await query(
    tx,
    `with many as (
       select account_id, code, is_open from alarm_count group by 1, 2, 3 having count(*) > 1 or sum(groups) = 0
     ), gone as (
       delete from alarm_count own using many
       where (own.account_id, own.code, own.is_open) = (many.account_id, many.code, many.is_open) returning own.*
     )
     insert into alarm_count select account_id, code, is_open, sum(groups) from gone group by 1, 2, 3 having sum(groups) <> 0`,
  )
}

import type { Reach } from '../../access/queries/access.ts'
import {
  backwards,
  type Edge,
  type PageAsk,
  type PageRead,
  type Position,
  readPage,
  positionOf,
} from '../../base/page-end.ts'
import { edgeOf, inPieces, piecesOf, type Run } from '../../base/list-page.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'
import type { KeptYield, YieldPeriod } from './kept-yield.ts'

/** A ranking: its subjects, the one station it is narrowed to, and its stretch. */
export interface YieldFilter {
  kind: 'station' | 'device'
  stationId: string | undefined
  period: YieldPeriod
  /** First days; where there are several, that of each station holds its own local day of `now`. */
  firstDays: readonly string[]
  now: number
}

export interface YieldEntry extends KeptYield {
  id: string
  station_id: string
}

/** An entry of the ranking without kept figures of the stretch. */
type RestEntry = Pick<YieldEntry, 'id' | 'station_id'>

/** Binds a value and returns its placeholder in the statement. */
type Bind = (value: unknown, type: string) => string

function binding(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` }
}

/** Orders of the two parts of a ranking, those of their indexes: an edge of the one is longer than of the other. */
const keptOf = (kind: YieldFilter['kind']): Run => ({
  where: 'true',
  keys: ['yield desc nulls last'],
  place: [`${kind}_id`],
})
const restOf = (kind: YieldFilter['kind']): Run => ({
  where: 'true',
  keys: [],
  place: kind === 'device' ? ['place'] : ['sort_number', 'name_key', 'station_id'],
})

interface YieldPage {
  kept: (YieldEntry & { edge: Edge })[]
  /** Entries without kept figures, which stand last, in the order of the list. */
  rest: (RestEntry & { edge: Edge })[]
  /** Number of entries that are better than the first of the page. */
  better: number
  position?: Position
}

/** One page of a ranking of `total` entries, best first: each part is read from its nearer end, or from the position that the caller has. */
export async function findYieldPage(
  db: Session,
  reach: Reach,
  filter: YieldFilter,
  page: PageAsk,
  total: number,
): Promise<YieldPage> {
  const count = Math.min(total, await countKeptYields(db, reach, filter))
  const inKept = partIn(page, [0, count], keptOf(filter.kind))
  const inRest = partIn(page, [count, total], restOf(filter.kind))
  const kept = inKept && (await readPage(inKept, count, (read) => readYields(db, reach, filter, read)))
  const rest = inRest && (await readPage(inRest, total - count, (read) => readRest(db, reach, filter, read)))
  const first = kept?.rows[0]
  const isKnown = page.offset > 0 && first !== undefined && first.yield !== null
  const better = isKnown ? page.offset - (await countEqualBefore(db, reach, filter, first)) : 0
  const isCounted = [kept, rest].every((part) => part?.position?.isCounted !== false)
  const rows = { kept: kept?.rows ?? [], rest: rest?.rows ?? [], better }
  return { ...rows, ...(total > page.limit && positionOf(page, [...rows.kept, ...rows.rest], isCounted)) }
}

/** What of the page lies in a part of the list; null: nothing. A position counts if both of its ends are of that part. */
function partIn({ limit, offset, near }: PageAsk, [from, to]: [number, number], { keys, place }: Run): PageAsk | null {
  const [begin, end] = [Math.max(offset, from), Math.min(offset + limit, to)]
  if (begin >= end) return null
  const isNear = near && [near.first, near.last].every((edge) => edge.length === keys.length + place.length)
  return { limit: end - begin, offset: begin - from, ...(isNear && { near: { ...near, offset: near.offset - from } }) }
}

async function readYields(db: Session, reach: Reach, filter: YieldFilter, read: PageRead): Promise<YieldPage['kept']> {
  const { limit, offset, isBackwards } = read
  const { kind } = filter
  const { values, bind } = binding()
  const run = keptOf(kind)
  const order = [...run.keys, ...run.place].join(', ')
  const whole = bind(limit + offset, 'integer')
  const parts = keptParts(reach, filter, bind).map((part, nth) => {
    const pieces = piecesOf([run], read, (value) => `$${values.push(value)}`)
    return inPieces(`select * ${part}`, pieces, whole, `part_${nth}`)
  })
  const { rows } = await query<YieldPage['kept'][number]>(
    db,
    `select ${kind}_id as id, station_id, yield, energy_kwh, coverage, known_days, expected_days, ${edgeOf(run)} as edge
     from (${parts.join(' union all ')}) part order by ${isBackwards ? backwards(order) : order}
     limit ${bind(limit, 'integer')} offset ${bind(offset, 'integer')}`,
    values,
  )
  return isBackwards ? rows.toReversed() : rows
}

/** Number of entries with the same figure before this one. */
async function countEqualBefore(db: Session, reach: Reach, filter: YieldFilter, first: YieldEntry): Promise<number> {
  const { values, bind } = binding()
  const isEqual = `and yield = ${bind(first.yield, 'double precision')} and ${filter.kind}_id < ${bind(first.id, 'uuid')}`
  return count(db, keptParts(reach, filter, bind).map((part) => `${part} ${isEqual}`), values) // prettier-ignore
}

/** Number of entries of the ranking with kept figures: of all stations of an owner it is stored. */
async function countKeptYields(db: Session, reach: Reach, filter: YieldFilter): Promise<number> {
  const { kind, stationId, period, firstDays, now } = filter
  const { values, bind } = binding()
  if (stationId !== undefined || reach.ownerId === null) return count(db, keptParts(reach, filter, bind), values)
  const parts = keptParts({ ...reach, ownerId: null }, filter, bind)
  const local = () => `date_trunc(period, ${bind(new Date(now), 'timestamptz')} at time zone time_zone)::date`
  const stored = `from yield_count where account_id = ${bind(reach.ownerId, 'uuid')} and kind = ${bind(kind, 'text')}
    and period = ${bind(period, 'text')} and first_day = any(${bind(firstDays, 'date[]')})
    ${firstDays.length === 1 ? '' : `and first_day = ${local()}`}`
  return count(db, parts, values, `coalesce((select sum(figures) ${stored}), 0)`)
}

async function count(db: Session, parts: readonly string[], values: readonly unknown[], more = '0'): Promise<number> {
  const counted = [...parts.map((part) => `(select count(*) ${part})`), more]
  const { rows } = await query<{ total: number }>(db, `select ${counted.join(' + ')} as total`, values)
  return Number(rows[0]?.total ?? 0)
}

async function readRest(db: Session, reach: Reach, filter: YieldFilter, read: PageRead): Promise<YieldPage['rest']> {
  const { kind, firstDays, period } = filter
  const { limit, offset, isBackwards } = read
  const { values, bind } = binding()
  const run = restOf(kind)
  const order = run.place.join(', ')
  const [whole, name] = [bind(limit + offset, 'integer'), bind(period, 'text')]
  const [only] = firstDays
  const firstDay = firstDays.length === 1 ? bind(only, 'date') : localFirstDay(filter, bind)
  const parts = reachedParts(reach, filter, bind).map((where, nth) => {
    const pieces = piecesOf([run], read, (value) => `$${values.push(value)}`)
    const select = `select * from ${kind}_figure own where ${where}
       and not exists (select from ${kind}_yield kept
         where kept.${kind}_id = own.${kind}_id and kept.period = ${name} and kept.first_day = ${firstDay})`
    return inPieces(select, pieces, whole, `part_${nth}`)
  })
  const { rows } = await query<YieldPage['rest'][number]>(
    db,
    `select ${kind}_id as id, station_id, ${edgeOf(run)} as edge from (${parts.join(' union all ')}) part
     order by ${isBackwards ? backwards(order) : order}
     limit ${bind(limit, 'integer')} offset ${bind(offset, 'integer')}`,
    values,
  )
  return isBackwards ? rows.toReversed() : rows
}

/** First day of the stretch that holds the local day of a station. */
const localFirstDay = ({ period, now }: YieldFilter, bind: Bind) =>
  `(select date_trunc(${bind(period, 'text')}, ${bind(new Date(now), 'timestamptz')} at time zone time_zone)::date
    from station where id = own.station_id)`

/** Parts of the kept figures that an index has in order: by stretch, and by owner or stations shared one by one. */
function keptParts(reach: Reach, filter: YieldFilter, bind: Bind): string[] {
  const { kind, period, firstDays } = filter
  return reachedParts(reach, filter, bind).flatMap((where) =>
    firstDays.map((each) => {
      const day = bind(each, 'date')
      const isOwn = firstDays.length === 1 ? '' : `and ${localFirstDay(filter, bind)} = ${day}`
      return `from ${kind}_yield own where ${where} and period = ${bind(period, 'text')} and first_day = ${day} ${isOwn}`
    }),
  )
}

function reachedParts({ ownerId, stationIds }: Reach, { stationId }: YieldFilter, bind: Bind): string[] {
  const own = [
    ...(ownerId === null ? [] : [`account_id = ${bind(ownerId, 'uuid')}`]),
    ...(stationIds.length === 0 ? [] : [`station_id = any(${bind(stationIds, 'uuid[]')})`]),
  ]
  return stationId === undefined ? own : own.map((where) => `${where} and station_id = ${bind(stationId, 'uuid')}`)
}

/** Makes one row of the many that add up to a number of kept figures. */
export async function foldYieldCounts(tx: Transaction): Promise<void> {
  const key = 'account_id, kind, period, first_day, time_zone'
  await query(
    tx,
    `with many as (select ${key} from yield_count group by ${key} having count(*) > 1 or sum(figures) = 0),
     gone as (delete from yield_count own using many
       where (own.account_id, own.kind, own.period, own.first_day, own.time_zone)
         = (many.account_id, many.kind, many.period, many.first_day, many.time_zone) returning own.*)
     insert into yield_count select ${key}, sum(figures) from gone group by ${key} having sum(figures) <> 0`,
  )
}

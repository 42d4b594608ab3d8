import type { Reach } from '../../access/queries/access.ts'
import {
  backwards,
  type Edge,
  nearestFromBegin,
  type PageAsk,
  type PageRead,
  type Position,
  told,
} from '../../base/page-end.ts'
import { edgeOf, inPieces, piecesOf, type Run } from '../../base/list-page.ts'
import { query, type Session } from '../../database/session.ts'
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

interface Window {
  limit: number
  offset: number
}

/** Binds a value and returns its placeholder in the statement. */
type Bind = (value: unknown, type: string) => string

function binding(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` }
}

/** Order of the kept figures, which is that of their indexes. */
const runOf = (kind: YieldFilter['kind']): Run => ({
  where: 'true',
  keys: ['yield desc nulls last'],
  place: [`${kind}_id`],
})

interface KeptPage {
  rows: (YieldEntry & { edge: Edge })[]
  /** Number of entries that are better than the first of the page. */
  better: number
  position?: Position
}

/** One page, best first: read from the beginning of the list, or from the position that the caller has. */
export async function findKeptYields(db: Session, reach: Reach, filter: YieldFilter, page: PageAsk): Promise<KeptPage> {
  const { limit, offset } = page
  const read = nearestFromBegin(page)
  const near = await readYields(db, reach, filter, read)
  const isLost = read.from !== undefined && near.length < (read.isBackwards ? limit : 1)
  const rows = isLost ? await readYields(db, reach, filter, { limit, offset, isBackwards: false }) : near
  const isCounted = isLost || read.from === undefined
  const first = rows[0]
  const isKnown = offset > 0 && first !== undefined && first.yield !== null
  const better = isKnown ? offset - (await countEqualBefore(db, reach, filter, first)) : 0
  // After a page that is not full come entries without kept figures, in an order of their own.
  return { rows, better, ...(rows.length === limit && told(page, rows, isCounted)) }
}

async function readYields(db: Session, reach: Reach, filter: YieldFilter, read: PageRead): Promise<KeptPage['rows']> {
  const { limit, offset, isBackwards } = read
  const { kind } = filter
  const { values, bind } = binding()
  const run = runOf(kind)
  const order = [...run.keys, ...run.place].join(', ')
  const whole = bind(limit + offset, 'integer')
  const parts = keptParts(reach, filter, bind).map((part, nth) => {
    const pieces = piecesOf([run], read, (value) => `$${values.push(value)}`)
    return inPieces(`select * ${part}`, pieces, whole, `part_${nth}`)
  })
  const { rows } = await query<KeptPage['rows'][number]>(
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

/** Number of entries of the ranking with kept figures. */
export async function countKeptYields(db: Session, reach: Reach, filter: YieldFilter): Promise<number> {
  const { values, bind } = binding()
  return count(db, keptParts(reach, filter, bind), values)
}

async function count(db: Session, parts: readonly string[], values: readonly unknown[]): Promise<number> {
  const counted = parts.map((part) => `(select count(*) ${part})`)
  const { rows } = await query<{ total: number }>(db, `select ${counted.join(' + ')} as total`, values)
  return Number(rows[0]?.total ?? 0)
}

/** The entries without kept figures, which stand last, in the order of the list. */
export async function findRest(
  db: Session,
  reach: Reach,
  filter: YieldFilter,
  { limit, offset }: Window,
): Promise<RestEntry[]> {
  const { kind, firstDays, period } = filter
  const { values, bind } = binding()
  const order = kind === 'device' ? 'place' : 'sort_number, name_key, station_id'
  const [whole, name] = [bind(limit + offset, 'integer'), bind(period, 'text')]
  const [only] = firstDays
  const firstDay = firstDays.length === 1 ? bind(only, 'date') : localFirstDay(filter, bind)
  const pieces = reachedParts(reach, filter, bind).map(
    (where) => `(select * from ${kind}_figure own where ${where}
       and not exists (select from ${kind}_yield kept
         where kept.${kind}_id = own.${kind}_id and kept.period = ${name} and kept.first_day = ${firstDay})
       order by ${order} limit ${whole})`,
  )
  const { rows } = await query<RestEntry>(
    db,
    `select ${kind}_id as id, station_id from (${pieces.join(' union all ')}) part order by ${order}
     limit ${bind(limit, 'integer')} offset ${bind(offset, 'integer')}`,
    values,
  )
  return rows
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

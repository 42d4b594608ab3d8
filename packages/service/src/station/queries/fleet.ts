import type { DeviceSort, DeviceStatus, StationSort } from '@helioport/contract'
import { likeOf, query, type Session } from '../../database/session.ts'
import type { Reach } from '../../access/queries/access.ts'

interface FleetPage {
  limit: number
  offset: number
}

interface FleetFilter {
  search?: string
  status?: DeviceStatus
  stationId?: string
  /** Of devices. */
  deviceId?: string
}

/** One page in its order, and how many there are in all. */
interface Found {
  rows: { id: string; station_id: string; yield_today: number | null }[]
  total: number
}

interface Order {
  /** Columns, of which the first says whether it is known. */
  keys: readonly string[]
  isDown: boolean
  /** What decides between equal ones, upwards. */
  place: readonly string[]
}

const stationPlace = ['sort_number', 'name_key', 'station_id']
const stationOrders: Record<StationSort, Order> = {
  sortNumber: { keys: [], isDown: false, place: stationPlace },
  name: { keys: [], isDown: false, place: ['name_key', 'station_id'] },
  powerW: { keys: ['power_w'], isDown: true, place: stationPlace },
  energyTodayKwh: { keys: ['energy_today_kwh'], isDown: true, place: stationPlace },
  specificYieldToday: { keys: ['yield_today'], isDown: true, place: stationPlace },
}

const deviceKeys: Record<DeviceSort, readonly string[]> = {
  name: ['name_key'],
  status: ['urgency'],
  station: ['station_key'],
  model: ['model_key'],
  powerW: ['power_w'],
  energyTodayKwh: ['energy_today_kwh'],
  specificYieldToday: ['yield_today'],
  energyTotalKwh: ['energy_total_kwh'],
  // Amounts of different currencies are not compared with each other.
  incomeToday: ['income_currency', 'income_today'],
  hoursTotal: ['hours_total'],
  cabinetC: ['cabinet_c'],
  age: ['measured_at'],
}

/** One page of stations; `sort`: by place, or the greatest first and what is not known last. */
export function findStationPage(
  db: Session,
  reach: Reach,
  filter: FleetFilter,
  sort: StationSort,
  page: FleetPage,
): Promise<Found> {
  const { keys, isDown, place } = stationOrders[sort]
  const columns = [...keys.map((key) => `${key} ${isDown ? 'desc nulls last' : 'asc'}`), ...place].join(', ')
  return findPage(db, 'station', reach, filter, page, [{ where: 'true', order: columns }], columns)
}

/** One page of devices; what is not known stands last in both orders. */
export function findDevicePage(
  db: Session,
  reach: Reach,
  filter: FleetFilter,
  order: { sort: DeviceSort; isDown: boolean } | null,
  page: FleetPage,
): Promise<Found> {
  if (order === null) return findPage(db, 'device', reach, filter, page, [{ where: 'true', order: 'place' }], 'place')
  const keys = deviceKeys[order.sort]
  const up = [...keys, 'place'].join(', ')
  if (!order.isDown) return findPage(db, 'device', reach, filter, page, [{ where: 'true', order: up }], up)
  // An index is read from its end for what is known, and from the first unknown one on for the rest.
  const down = [...keys, 'place'].map((key) => `${key} desc`).join(', ')
  return findPage(
    db,
    'device',
    reach,
    filter,
    page,
    [
      { where: `${keys[0]} is not null`, order: down },
      { where: `${keys[0]} is null`, order: up },
    ],
    [`${keys[0]} is null`, ...keys.map((key) => `${key} desc`), 'place desc'].join(', '),
  )
}

/** One page by yield of today, the best first, and how many are better than the first of it. */
export async function findYieldPage(
  db: Session,
  reach: Reach,
  kind: 'station' | 'device',
  stationId: string | undefined,
  page: FleetPage,
): Promise<Found & { better: number }> {
  const filter = stationId === undefined ? {} : { stationId }
  const found =
    kind === 'station'
      ? await findStationPage(db, reach, filter, 'specificYieldToday', page)
      : await findDevicePage(db, reach, filter, { sort: 'specificYieldToday', isDown: true }, page)
  const best = found.rows[0]?.yield_today ?? null
  if (page.offset === 0 || best === null) return { ...found, better: 0 }
  const values: unknown[] = []
  const counted = partsOf(kind, reach, filter, values).map(
    ({ from, where }) => `(select count(*) from ${from} where ${where} and yield_today > $best)`,
  )
  const text = `select ${counted.join(' + ')} as better`.replaceAll('$best', valueOf(values, best, 'double precision'))
  const { rows } = await query<{ better: string | number }>(db, text, values)
  return { ...found, better: Number(rows[0]?.better ?? 0) }
}

interface Run {
  where: string
  order: string
}

/** Each part of what is reached, in order, as far as the page goes; of these few rows the page. */
async function findPage(
  db: Session,
  kind: 'station' | 'device',
  reach: Reach,
  filter: FleetFilter,
  { limit, offset }: FleetPage,
  runs: readonly Run[],
  order: string,
): Promise<Found> {
  const values: unknown[] = []
  const parts = partsOf(kind, reach, filter, values)
  if (parts.length === 0) return { rows: [], total: 0 }
  const whole = valueOf(values, offset + limit, 'integer')
  const pieces = parts.flatMap(({ from, where }) =>
    runs.map((run) => `(select * from ${from} where ${where} and ${run.where} order by ${run.order} limit ${whole})`),
  )
  const { rows } = await query<Found['rows'][number]>(
    db,
    `select ${kind}_id as id, station_id, yield_today from (${pieces.join(' union all ')}) part order by ${order}
     limit ${valueOf(values, limit, 'integer')} offset ${valueOf(values, offset, 'integer')}`,
    values,
  )
  return { rows, total: await countFound(db, kind, reach, filter) }
}

/** What a query reads of the table of figures: all that the owner has, and what is reached one by one. */
function partsOf(kind: 'station' | 'device', reach: Reach, filter: FleetFilter, values: unknown[]) {
  if (reach.ownerId === null && reach.stationIds.length === 0) return []
  const { search, status, stationId, deviceId } = filter
  const fits = [
    ...(status === undefined ? [] : [`status = ${valueOf(values, status, 'text')}`]),
    ...(stationId === undefined ? [] : [`station_id = ${valueOf(values, stationId, 'uuid')}`]),
    ...(deviceId === undefined ? [] : [`device_id = ${valueOf(values, deviceId, 'uuid')}`]),
    ...(search ? [`search_text ilike ${valueOf(values, likeOf(search), 'text')}`] : []),
  ]
  const parts: { from: string; where: string }[] = []
  if (reach.ownerId !== null) {
    const own = `account_id = ${valueOf(values, reach.ownerId, 'uuid')}`
    parts.push({ from: `${kind}_figure`, where: [own, ...fits].join(' and ') })
  }
  if (reach.stationIds.length > 0) {
    const given = `station_id = any(${valueOf(values, reach.stationIds, 'uuid[]')})`
    const from = kind === 'station' ? 'station_figure' : devicesWithin(valueOf(values, reach.incomeIds, 'uuid[]'))
    parts.push({ from, where: [given, ...fits].join(' and ') })
  }
  return parts
}

/** The place of a value in a statement. */
function valueOf(values: unknown[], value: unknown, type: string): string {
  values.push(value)
  return `$${values.length}::${type}`
}

/** Devices of shares without income are sorted as if nobody knew what they earn. */
function devicesWithin(incomeIds: string): string {
  const known = `case when station_id = any(${incomeIds}) then`
  return `(select device_id, station_id, account_id, place, name_key, station_key, model_key, search_text, status, urgency,
      power_w, energy_today_kwh, yield_today, energy_total_kwh, ${known} income_currency end as income_currency,
      ${known} income_today end as income_today, hours_total, cabinet_c, measured_at from device_figure) device_figure`
}

/** What an owner has is counted as it changes; a search, a station and what is reached one by one are counted here. */
async function countFound(db: Session, kind: 'station' | 'device', reach: Reach, filter: FleetFilter): Promise<number> {
  const { search, status, stationId, deviceId } = filter
  const values: unknown[] = []
  const isKept = !search && stationId === undefined && deviceId === undefined && reach.ownerId !== null
  const counted = partsOf(kind, isKept ? { ...reach, ownerId: null } : reach, filter, values).map(
    ({ from, where }) => `(select count(*) from ${from} where ${where})`,
  )
  if (isKept) {
    const fits = status === undefined ? '' : `and status = ${valueOf(values, status, 'text')}`
    counted.push(`coalesce((select sum(count) from fleet_count
      where account_id = ${valueOf(values, reach.ownerId, 'uuid')} and kind = '${kind}' ${fits}), 0)`)
  }
  const { rows } = await query<{ total: string | number }>(db, `select ${counted.join(' + ')} as total`, values)
  return Number(rows[0]?.total ?? 0)
}

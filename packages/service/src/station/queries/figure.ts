import type { DeviceStatus, Lifetime, StatusReason } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'
import type { DayPresence } from '../../figure/coverage.ts'
import type { NewestFrame } from '../../figure/status.ts'
import { type StationSum, sumColumns } from './sum.ts'
import { upsert } from './upsert.ts'

/** The values of a device from which its state and its share of the station's day are computed. */
export interface KeptDevice extends NewestFrame {
  dc_power_w: number | null
  rated_power_w: number
  capacity_kwp: number
  created_at: number
  /** Capacity in operation today; null: not yet in operation. */
  kwp: number | null
  /** Presence of today; null: no sample today. */
  presence: DayPresence | null
}

/**
 * Facts of a station that change only on a write or with its local day. The list is computed from these facts and the
 * clock, without reading rows of devices and days.
 */
export interface StationFacts {
  /** Local date of the station on which the facts were read. */
  date: string
  devices: readonly KeptDevice[]
  price: number | null
  incomeToday: number | null
  energyTodayKwh: number | null
  energyYesterdayKwh: number | null
  lifetime: Lifetime
  capacity: { inOperationKwp: number; reportedKwp: number }
  /** Of the whole day, not only until now. */
  sparkline: readonly (number | null)[]
}

/** Values that stations are filtered and sorted by; columns of the table `station_figure`. */
export interface StationFigure {
  station_id: string
  account_id: string
  sort_number: number
  name_key: string
  search_text: string
  status: DeviceStatus
  power_w: number | null
  energy_today_kwh: number | null
  yield_today: number | null
  /** See urgencyOf; `quiet_urgency` ignores the alarms, for readers who may not see them. */
  urgency: number
  quiet_urgency: number
  /** The worst status has the lowest number. */
  status_order: number
  status_reason: StatusReason
  open_alarms: number
  /** Share of its devices that are neither abnormal nor offline. */
  well_share: number | null
  income_currency: string | null
  income_today: number | null
  energy_total_kwh: number | null
  measured_at: string | null
  /** ISO; when these figures change without a write. */
  changes_at: string
  facts: StationFacts
}

export interface DeviceFigure {
  device_id: string
  station_id: string
  account_id: string
  place: string
  name_key: string
  station_key: string
  model_key: string
  search_text: string
  status: DeviceStatus
  urgency: number
  power_w: number | null
  energy_today_kwh: number | null
  yield_today: number | null
  energy_total_kwh: number | null
  income_currency: string | null
  income_today: number | null
  hours_total: number | null
  cabinet_c: number | null
  measured_at: string | null
  measured_kwh: number | null
  measured_since: string | null
}

/** Stations whose figures are due. */
export async function findDue(db: Session, now: number, limit: number): Promise<string[]> {
  const { rows } = await query<{ station_id: string }>(
    db,
    `select station_id from (
       (select distinct station_id from (select station_id from station_due limit 10 * $2) marked)
       union
       (select station_id from station_figure where changes_at <= $1 order by changes_at limit $2)
     ) due limit $2`,
    [new Date(now), limit],
  )
  return rows.map((row) => row.station_id)
}

/** Due stations within a reach (all of `ownerId`, and `stationIds`); stations without figures come first. */
export async function findDueOf(
  db: Session,
  { ownerId, stationIds }: { ownerId: string | null; stationIds: readonly string[] },
  now: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await query<{ station_id: string }>(
    db,
    `select station_id, exists (select from station_figure own where own.station_id = due.station_id) as is_kept from (
       (select distinct station_id from station_due where account_id = $1)
       union
       (select distinct station_id from station_due where station_id = any($2::uuid[]))
       union
       (select station_id from station_figure where account_id = $1 and changes_at <= $3 limit $4)
       union
       (select station_id from station_figure where station_id = any($2::uuid[]) and changes_at <= $3 limit $4)
     ) due order by is_kept limit $4`,
    [ownerId, stationIds, new Date(now), limit],
  )
  return rows.map((row) => row.station_id)
}

/** Stored facts of these stations, by station id; stations that have changed since are left out. */
export async function findKeptFacts(db: Session, stationIds: readonly string[]): Promise<Map<string, StationFacts>> {
  const { rows } = await query<{ station_id: string; facts: StationFacts }>(
    db,
    `select station_id, facts from station_figure own
     where station_id = any($1::uuid[]) and not exists (select from station_due due where due.station_id = own.station_id)`,
    [stationIds],
  )
  return new Map(rows.map((row) => [row.station_id, row.facts]))
}

/** Any number that no other advisory lock of two numbers uses. */
const lockKey = 7_101

/**
 * Locks stations for an update of their figures, until the commit, and deletes their due marks before any reading: a
 * later change leaves a new mark. `waits`: waits for other holders of the locks; else skips stations that are locked.
 * Returns the locked stations.
 */
export async function claimDue(tx: Transaction, stationIds: readonly string[], waits: boolean): Promise<string[]> {
  const sorted = stationIds.toSorted()
  const { rows } = waits
    ? await query<{ id: string }>(
        tx,
        `select id, pg_advisory_xact_lock(${lockKey}, hashtext(id::text)) from unnest($1::uuid[]) as own (id)`,
        [sorted],
      )
    : await query<{ id: string }>(
        tx,
        `select id from unnest($1::uuid[]) as own (id) where pg_try_advisory_xact_lock(${lockKey}, hashtext(id::text))`,
        [sorted],
      )
  const claimed = rows.map((row) => row.id)
  await query(tx, 'delete from station_due where station_id = any($1::uuid[])', [claimed])
  return claimed
}

/** Stores figures and sums of stations and figures of their current devices; deletes figures of former devices. */
export async function storeFigures(
  tx: Transaction,
  stationIds: readonly string[],
  { stations, sums, devices }: { stations: StationFigure[]; sums: StationSum[]; devices: DeviceFigure[] },
): Promise<void> {
  await query(tx, upsert('station_figure', 'station_id', stationColumns), [JSON.stringify(stations)])
  await query(tx, upsert('station_sum', 'station_id', sumColumns), [JSON.stringify(sums)])
  await query(tx, 'delete from device_figure where station_id = any($1::uuid[]) and device_id <> all($2::uuid[])', [
    stationIds,
    devices.map(({ device_id }) => device_id),
  ])
  await query(tx, upsert('device_figure', 'device_id', deviceColumns), [JSON.stringify(devices)])
}

const stationColumns: readonly Exclude<keyof StationFigure, 'station_id'>[] = [
  'account_id',
  'sort_number',
  'name_key',
  'search_text',
  'status',
  'power_w',
  'energy_today_kwh',
  'yield_today',
  'urgency',
  'quiet_urgency',
  'status_order',
  'status_reason',
  'open_alarms',
  'well_share',
  'income_currency',
  'income_today',
  'energy_total_kwh',
  'measured_at',
  'changes_at',
  'facts',
]

const deviceColumns: readonly Exclude<keyof DeviceFigure, 'device_id'>[] = [
  'station_id',
  'account_id',
  'place',
  'name_key',
  'station_key',
  'model_key',
  'search_text',
  'status',
  'urgency',
  'power_w',
  'energy_today_kwh',
  'yield_today',
  'energy_total_kwh',
  'income_currency',
  'income_today',
  'hours_total',
  'cabinet_c',
  'measured_at',
  'measured_kwh',
  'measured_since',
]

import type { AsideReason } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Data of one frame that no figure uses: the whole frame, or some of its values. */
export interface AsideRow {
  loggerNo: number
  /** Null: of the logger's sensors. */
  deviceNo: number | null
  /** Epoch ms. */
  at: number
  reason: AsideReason
  /** As sent: the whole frame, or its instant and the values that were kept aside. */
  frame: Partial<DeviceFrame> | Partial<SensorFrame>
  /** Set where a person kept it aside; see value-edit.ts. */
  edit?: { no: number; factor: number | null; note: string; userName: string; at: number } | null
}

/** Filter: sensors of loggers, or devices, in [from, to) of epoch ms; without bounds all rows. */
export interface AsideFilter {
  loggerNos: readonly number[]
  deviceNos: readonly number[]
  reason?: AsideReason
  from?: number
  to?: number
}

/** Keeps rows aside; rows that exist for the same reason stay as they are. Returns how many are new. */
export async function insertKeptAside(
  tx: Transaction,
  rows: readonly AsideRow[],
  now: number,
  importNo: number | null = null,
): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await query(
    tx,
    `insert into kept_aside (logger_no, device_no, ts, reason, frame, kept_at, import_no)
     select logger_no, device_no, ts, reason, frame, $6, $7
     from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::text[], $5::jsonb[])
       as row (logger_no, device_no, ts, reason, frame)
     on conflict do nothing`,
    [
      rows.map((row) => row.loggerNo),
      rows.map((row) => row.deviceNo),
      rows.map((row) => new Date(row.at)),
      rows.map((row) => row.reason),
      rows.map((row) => JSON.stringify(row.frame)),
      new Date(now),
      importNo,
    ],
  )
  return rowCount ?? 0
}

const columns = `logger_no as "loggerNo", device_no as "deviceNo", round(date_part('epoch', ts) * 1000) as at, reason, frame`
const where = `(device_no = any($1::integer[]) or (device_no is null and logger_no = any($2::integer[])))
  and ($3::text is null or reason = $3) and ts >= coalesce($4, '-infinity'::timestamptz)
  and ts < coalesce($5, 'infinity'::timestamptz)`
const given = ({ deviceNos, loggerNos, reason, from, to }: AsideFilter) => [
  deviceNos,
  loggerNos,
  reason ?? null,
  from === undefined ? null : new Date(from),
  to === undefined ? null : new Date(to),
]

/** Oldest first. */
export async function findKeptAside(db: Session, filter: AsideFilter): Promise<AsideRow[]> {
  const { rows } = await query<AsideRow>(
    db,
    `select own.*, case when edit.no is null then null else json_build_object('no', edit.no, 'factor', edit.factor,
       'note', edit.note, 'userName', edit.user_name, 'at', round(date_part('epoch', edit.at) * 1000)) end as edit
     from (select no, ${columns}, edit_no from kept_aside where ${where}) own
     left join value_edit edit on edit.no = own.edit_no
     order by own.at, own.no`,
    given(filter),
  )
  return rows
}

/**
 * Counts rows of each logger that rules kept aside since `since` (epoch ms), by reason, most first; without rows that a
 * person kept aside, rows from files, and rows from before a start date.
 */
export async function countKeptAside(
  db: Session,
  loggerNos: readonly number[],
  since: number,
): Promise<Map<number, { reason: string; rows: number }[]>> {
  if (loggerNos.length === 0) return new Map()
  const { rows } = await query<{ logger_no: number; reason: string; rows: number }>(
    db,
    `select logger_no, reason, count(*)::integer as rows from kept_aside
     where logger_no = any($1::integer[]) and kept_at > $2 and edit_no is null and import_no is null
       and reason <> 'beforeStart'
     group by logger_no, reason order by rows desc, reason`,
    [loggerNos, new Date(since)],
  )
  return Map.groupBy(rows, ({ logger_no }) => logger_no)
}

/** Deletes and returns rows, oldest first, at most `limit`: the caller stores them as samples. */
export async function takeKeptAside(tx: Transaction, filter: AsideFilter, limit = 10_000): Promise<AsideRow[]> {
  const { rows } = await query<AsideRow>(
    tx,
    `with taken as (
       delete from kept_aside where no in (select no from kept_aside where ${where} order by ts, no limit $6)
       returning *)
     select ${columns} from taken order by ts, no`,
    [...given(filter), limit],
  )
  return rows
}

/** Instants (epoch ms) of a day at which data was kept aside, of a station's sensors and devices or of one device. */
export async function findAsideInstants(
  db: Session,
  of: { stationId: string } | { deviceNo: number },
  day: { from: number; to: number },
): Promise<{ from: number; to: number }[]> {
  const own =
    'deviceNo' in of
      ? 'device_no = $1'
      : `(device_no in (select no from device where station_id = $1)
          or (device_no is null and logger_no in (select no from logger where station_id = $1)))`
  const { rows } = await query<{ at: number }>(
    db,
    `select distinct round(date_part('epoch', ts) * 1000) as at from kept_aside
     where ${own} and ts >= $2 and ts < $3 order by 1`,
    ['deviceNo' in of ? of.deviceNo : of.stationId, new Date(day.from), new Date(day.to)],
  )
  return rows.map(({ at }) => ({ from: at, to: at + 1 }))
}

import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../../database/sample-columns.ts'
import { query, type Transaction } from '../../database/session.ts'

/** A person's correction of values of one device, or (`deviceNo` null) of sensors; epoch ms, both ends included. */
export interface ValueEditRow {
  stationId: string
  deviceNo: number | null
  from: number
  to: number
  /** Null: the values are discarded. */
  factor: number | null
  note: string
  userName: string
  at: number
}

/** Returns the number of the edit. */
export async function insertValueEdit(tx: Transaction, edit: ValueEditRow): Promise<number> {
  const { rows } = await query<{ no: number }>(
    tx,
    `insert into value_edit (station_id, device_no, from_ts, to_ts, factor, note, user_name, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning no`,
    [
      edit.stationId,
      edit.deviceNo,
      new Date(edit.from),
      new Date(edit.to),
      edit.factor,
      edit.note,
      edit.userName,
      new Date(edit.at),
    ],
  )
  return rows[0]?.no ?? 0
}

/** The source of edited values. */
export interface EditedSource {
  loggerNo: number
  deviceNo: number | null
}

const scalarOf = new Map<string, string>([...scalarColumns, ...counterColumns, ...sensorColumns])
const vectorOf = new Map(vectorColumns.map(([key, column, length]) => [key as string, vectorElements(column, length)]))
const columnsOf = (key: string) => vectorOf.get(key) ?? [scalarOf.get(key)].filter((column) => column !== undefined)

/** SQL for a value as sent, in JSON; null if the frame has none. */
function jsonOf(key: string): string {
  const vector = vectorOf.get(key)
  if (!vector) return `to_jsonb(${columnsOf(key).join()})`
  return `case when num_nonnulls(${vector.join(', ')}) > 0 then jsonb_build_array(${vector.join(', ')}) end`
}

/**
 * Keeps values of a stretch aside and replaces them by null, or by their product with a factor. Values that were edited
 * before keep the original value aside. Returns the instants (epoch ms) of the frames with such values, oldest first.
 */
export async function editValues(
  tx: Transaction,
  { loggerNo, deviceNo }: EditedSource,
  keys: readonly string[],
  edit: { no: number; from: number; to: number; factor: number | null; now: number },
): Promise<number[]> {
  const [table, owner, no] =
    deviceNo === null ? ['sensor_sample', 'logger_no', loggerNo] : ['device_sample', 'device_no', deviceNo]
  const stretch = [no, new Date(edit.from), new Date(edit.to)]
  const inside = `${owner} = $1 and ts >= $2 and ts <= $3`
  const { rows } = await query<{ at: number }>(
    tx,
    `insert into kept_aside (logger_no, device_no, ts, reason, frame, kept_at, edit_no)
     select $4, $5, ts, 'person', frame, $6, $7 from (
       select ts, jsonb_strip_nulls(jsonb_build_object(${keys.map((key) => `'${key}', ${jsonOf(key)}`).join(', ')})) as frame
       from ${table} where ${inside}) own
     where frame <> '{}'
     on conflict (logger_no, coalesce(device_no, 0), ts, reason) do update
       set frame = excluded.frame || kept_aside.frame, edit_no = excluded.edit_no
     returning round(date_part('epoch', ts) * 1000) as at`,
    [...stretch, loggerNo, deviceNo, new Date(edit.now), edit.no],
  )
  const columns = keys.flatMap(columnsOf)
  const value = (column: string) => (edit.factor === null ? 'null' : `${column} * $4::double precision`)
  await query(
    tx,
    `update ${table} set ${columns.map((column) => `${column} = ${value(column)}`).join(', ')} where ${inside}`,
    edit.factor === null ? stretch : [...stretch, edit.factor],
  )
  return rows.map(({ at }) => at).toSorted((a, b) => a - b)
}

/** Lets the counters of these devices and their station decrease on home servers, after a correction. */
export async function forgetToldEnergy(
  tx: Transaction,
  stationId: string,
  deviceNos: readonly number[],
): Promise<void> {
  await query(
    tx,
    `update home_config set energy_kwh = null
     from (select $1::uuid as id union all select id from device where no = any($2)) thing
     where topic like '%/device/helioport_' || thing.id || '/config'`,
    [stationId, deviceNos],
  )
}

/** Sets a device's live counter to the newest remaining one; unchanged if none remains. */
export async function refreshCounter(tx: Transaction, deviceNo: number): Promise<void> {
  await query(
    tx,
    `update device_latest set counter_ts = newest.ts, counter_kwh = newest.energy_total_kwh
     from (select ts, energy_total_kwh from device_sample
       where device_no = $1 and energy_total_kwh is not null order by ts desc limit 1) newest
     where device_latest.device_no = $1`,
    [deviceNo],
  )
}

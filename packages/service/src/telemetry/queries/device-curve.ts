import { query, type Session, type Transaction } from '../../database/session.ts'

type Quarters = (number | null)[]

/** Quarter-hour means of one local day of a device; empty if the device never sent the value. */
export interface DeviceCurves {
  quarter_dc_w: Quarters
  quarter_cabinet_c: Quarters
  quarter_ac_voltage_v: Quarters
}

const columns = ['quarter_dc_w', 'quarter_cabinet_c', 'quarter_ac_voltage_v'] as const

/** A local day overlaps at most two months, and its last frames cover some minutes of the next day. */
const daysAround = 2

/** Days of devices with frames that overlap the month (its first day) and still have all samples. */
export async function findDaysToKeep(
  db: Session,
  month: string,
): Promise<{ device_no: number; date: string; time_zone: string }[]> {
  const { rows } = await query<{ device_no: number; date: string; time_zone: string }>(
    db,
    `select device_no, date, time_zone from device_day day join station on station.id = day.station_id
     where date >= $1::date - 1 and date < ($1::date + interval '1 month')::date + ${daysAround}
       and not is_kept and samples > 0
     order by device_no, date`,
    [month],
  )
  return rows
}

export async function upsertDeviceCurves(
  tx: Transaction,
  deviceNo: number,
  days: readonly ({ date: string } & DeviceCurves)[],
): Promise<void> {
  const arrayOf = (values: Quarters) => `{${values.map((value) => value ?? 'NULL').join(',')}}`
  await query(
    tx,
    `insert into device_curve (device_no, date, ${columns.join(', ')})
     select $1, date, ${columns.map((column) => `${column}::real[]`).join(', ')}
     from unnest($2::date[], $3::text[], $4::text[], $5::text[]) as day (date, ${columns.join(', ')})
     on conflict (device_no, date) do update
       set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [deviceNo, days.map(({ date }) => date), ...columns.map((column) => days.map((day) => arrayOf(day[column])))],
  )
}

/** Undefined: nothing is stored for that day. */
export async function findDeviceCurves(db: Session, deviceNo: number, date: string): Promise<DeviceCurves | undefined> {
  const { rows } = await query<DeviceCurves>(
    db,
    `select ${columns.join(', ')} from device_curve where device_no = $1 and date = $2`,
    [deviceNo, date],
  )
  return rows[0]
}

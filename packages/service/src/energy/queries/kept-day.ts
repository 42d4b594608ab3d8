import { type LossSum, lossSums } from '../../database/sum-columns.ts'
import { query, type Session } from '../../database/session.ts'

/** Stored data of a station's day whose samples are dropped: means of its quarter-hours, its losses. */
export interface KeptDayRow extends Record<LossSum, number | null> {
  peak_power_w: number | null
  quarter_w: (number | null)[]
  quarter_irradiance_wm2: (number | null)[]
  quarter_ambient_c: (number | null)[]
  quarter_module_c: (number | null)[]
}

/** Undefined: there is no such day, or its samples are still there. */
export async function findKeptDay(db: Session, stationId: string, date: string): Promise<KeptDayRow | undefined> {
  const { rows } = await query<KeptDayRow>(
    db,
    `select peak_power_w, quarter_w, quarter_irradiance_wm2, quarter_ambient_c, quarter_module_c,
       ${lossSums.join(', ')}
     from station_day where station_id = $1 and date = $2 and is_kept`,
    [stationId, date],
  )
  return rows[0]
}

/** Which of these days of devices are kept, as `<device number> <date>`. */
export async function findKeptDeviceDays(
  db: Session,
  days: readonly { deviceNo: number; date: string }[],
): Promise<Set<string>> {
  const { rows } = await query<{ device_no: number; date: string }>(
    db,
    `select device_no, date from device_day where is_kept and (device_no, date) in (
       select * from unnest($1::integer[], $2::date[]))`,
    [days.map((day) => day.deviceNo), days.map((day) => day.date)],
  )
  return new Set(rows.map(({ device_no, date }) => `${device_no} ${date}`))
}

/** Which of these days of a station are kept. */
export async function findKeptDates(db: Session, stationId: string, dates: readonly string[]): Promise<Set<string>> {
  const { rows } = await query<{ date: string }>(
    db,
    'select date from station_day where is_kept and station_id = $1 and date = any($2::date[])',
    [stationId, dates],
  )
  return new Set(rows.map(({ date }) => date))
}

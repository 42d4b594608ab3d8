import { query, type Transaction } from '../../database/session.ts'

/** Number of days next to a day with power in kW that may depend on it. */
const besideDays = 14

/** Marks days beside this one due on which the device sent no more than `limitW`, or nothing but zeros. */
export async function markLowDaysDue(
  tx: Transaction,
  stationId: string,
  deviceNo: number,
  limitW: number,
  date: string,
  now: number,
): Promise<void> {
  await query(
    tx,
    `update station_day set due_at = $5 from device_day own
     where station_day.station_id = $1 and own.station_id = $1 and own.date = station_day.date and own.device_no = $2
       and (own.peak_power_w <= $3 or own.peak_power_w is null and own.energy_kwh = 0) and station_day.date <> $4::date
       and station_day.date between $4::date - ${besideDays} and $4::date + ${besideDays}`,
    [stationId, deviceNo, limitW, date, new Date(now)],
  )
}

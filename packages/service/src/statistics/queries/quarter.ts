import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

/** Mean power of a station's days, by quarters of an hour and by 5 minutes. */
export async function findStationQuarters(db: Session, stationId: string, span: { from: string; to: string }) {
  return builder(db)
    .selectFrom('station_day')
    .select(['date', 'quarter_w', 'bin_w', 'peak_power_w', 'peak_at'])
    .where('station_id', '=', stationId)
    .where(sql<boolean>`date between ${span.from} and ${span.to}`)
    .execute()
}

/** The same of a device, with the first and the last frame of each day. */
export async function findDeviceQuarters(db: Session, deviceNo: number, span: { from: string; to: string }) {
  return builder(db)
    .selectFrom('device_day')
    .select(['date', 'quarter_w', 'first_ts', 'first_power_w', 'last_ts', 'last_power_w', 'peak_power_w', 'peak_at'])
    .where('device_no', '=', deviceNo)
    .where(sql<boolean>`date between ${span.from} and ${span.to}`)
    .execute()
}

import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

export type DeviceDayRow = Awaited<ReturnType<typeof findDeviceDays>>[number]

/** Roll-ups of whole stations, each at the dates asked for it. */
export async function findDeviceDays(db: Session, days: readonly { stationId: string; date: string }[]) {
  return builder(db)
    .selectFrom('device_day')
    .selectAll()
    .where(
      sql<boolean>`(station_id, date) in (select * from unnest(
        ${days.map((day) => day.stationId)}::uuid[], ${days.map((day) => day.date)}::date[]))`,
    )
    .orderBy('device_no')
    .execute()
}

export async function findDeviceDaysOf(db: Session, days: readonly { deviceNo: number; date: string }[]) {
  return builder(db)
    .selectFrom('device_day')
    .selectAll()
    .where(
      sql<boolean>`(device_no, date) in (select * from unnest(
        ${days.map((day) => day.deviceNo)}::integer[], ${days.map((day) => day.date)}::date[]))`,
    )
    .execute()
}

/** Energy to be added to the newest lifetime counter of each device: that of refused steps. */
export async function findSplices(db: Session, deviceNos: readonly number[]) {
  if (deviceNos.length === 0) return []
  return builder(db)
    .selectFrom('device_day')
    .select((of) => ['device_no', of.fn.sum<number>('spliced_kwh').as('spliced_kwh')])
    .where('device_no', '=', sql<number>`any(${deviceNos}::integer[])`)
    .where('spliced_kwh', '<>', 0)
    .groupBy('device_no')
    .execute()
}

export async function findMeasured(db: Session, deviceNos: readonly number[]) {
  if (deviceNos.length === 0) return []
  return builder(db)
    .selectFrom('device_day')
    .select((of) => ['device_no', of.fn.sum<number | null>('energy_kwh').as('measured_kwh')])
    .where('device_no', '=', sql<number>`any(${deviceNos}::integer[])`)
    .groupBy('device_no')
    .execute()
}

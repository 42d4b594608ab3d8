import { query, type Session } from '../../database/session.ts'

export interface Measured {
  measured_kwh: number | null
  /** First local day whose energy is known. */
  measured_since: string | null
}

/** Energy of stations that was measured by the portal, by station id. */
export async function findMeasuredHere(db: Session, stationIds: readonly string[]): Promise<Map<string, Measured>> {
  const { rows } = await query<Measured & { id: string }>(
    db,
    `select own.id, (select sum(energy_kwh) from station_month where station_id = own.id) as measured_kwh,
       (select min(date) from station_day where station_id = own.id and energy_kwh is not null) as measured_since
     from unnest($1::uuid[]) as own (id)`,
    [stationIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The same for devices, by their number. */
export async function findMeasuredOfDevices(db: Session, deviceNos: readonly number[]): Promise<Map<number, Measured>> {
  const { rows } = await query<Measured & { no: number }>(
    db,
    `select own.no, (select sum(energy_kwh) from device_month where device_no = own.no) as measured_kwh,
       (select min(date) from device_day where device_no = own.no and energy_kwh is not null) as measured_since
     from unnest($1::integer[]) as own (no)`,
    [deviceNos],
  )
  return new Map(rows.map((row) => [row.no, row]))
}

/** The devices among these that sent anything on the days `from` to `to`. */
export async function findReported(
  db: Session,
  deviceNos: readonly number[],
  span: { from: string; to: string },
): Promise<Set<number>> {
  const { rows } = await query<{ no: number }>(
    db,
    `select own.no from unnest($1::integer[]) as own (no)
     where exists (select from device_day where device_no = own.no and samples > 0 and date between $2 and $3)`,
    [deviceNos, span.from, span.to],
  )
  return new Set(rows.map((row) => row.no))
}

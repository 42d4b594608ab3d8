import { query, type Session } from '../../database/session.ts'

/** The device or the sensors whose rows an import brings. */
export interface ImportSource {
  logger_no: number
  /** Nulls: the station's sensors. */
  device_no: number | null
  device_id: string | null
}

/** The device, if it belongs to the station; or the logger whose sensors the station uses. */
export async function findImportSource(
  db: Session,
  stationId: string,
  deviceId: string | null,
): Promise<ImportSource | undefined> {
  const { rows } = await query<ImportSource>(
    db,
    deviceId === null
      ? `select logger.no as logger_no, null::integer as device_no, null::uuid as device_id
         from station_sensor own join logger on logger.no = own.logger_no and logger.station_id = own.station_id
         left join sensor_latest latest on latest.logger_no = logger.no
         where own.station_id = $1 order by latest.ts desc nulls last, logger.deleted_at nulls first, logger.no limit 1`
      : `select logger.no as logger_no, device.no as device_no, device.id as device_id
         from device join logger on logger.id = device.logger_id
         where device.station_id = $1 and device.id = $2 and device.removed_at is null`,
    deviceId === null ? [stationId] : [stationId, deviceId],
  )
  return rows[0]
}

/** Places of those instants that have a row within `withinMs` from elsewhere than the import `importNo`. */
export async function findOccupied(
  db: Session,
  source: ImportSource,
  instants: readonly number[],
  withinMs: number,
  importNo: number | null,
): Promise<Set<number>> {
  const [table, key, no] =
    source.device_no === null
      ? ['sensor_sample', 'logger_no', source.logger_no]
      : ['device_sample', 'device_no', source.device_no]
  const { rows } = await query<{ nth: number }>(
    db,
    `select own.nth::integer as nth from unnest($2::timestamptz[]) with ordinality as own (ts, nth)
     where exists (select from ${table} s where s.${key} = $1
       and s.ts > own.ts - make_interval(secs => $3) and s.ts < own.ts + make_interval(secs => $3)
       and (s.import_no is null or s.import_no <> coalesce($4, 0)))`,
    [no, instants.map((at) => new Date(at)), withinMs / 1000, importNo],
  )
  return new Set(rows.map(({ nth }) => nth - 1))
}

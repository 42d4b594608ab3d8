import { query, type Session, type Transaction } from '../../database/session.ts'
import type { AcceptedStretch } from '../../telemetry/queries/accepted-value.ts'

/** See SensorFault. */
interface FaultRow {
  loggerNo: number
  value: 'irradiance_wm2' | 'ambient_c' | 'module_c'
  reason: 'frozen' | 'contradicted'
  from: number
  to: number
}

const instants = `round(date_part('epoch', from_ts) * 1000) as from, round(date_part('epoch', to_ts) * 1000) as to`
const columns = `logger_no as "loggerNo", value, reason, ${instants}`

/**
 * Accepted faults of a station's sensors, and faults of these sensors that days of other stations prove in a period
 * (epoch ms). It is one query, since a mail runs it for every station.
 */
export async function findSensorVerdicts(
  db: Session,
  stationId: string,
  { from, to }: { from: number; to: number },
): Promise<{ accepted: AcceptedStretch[]; elsewhere: FaultRow[] }> {
  const { rows } = await query<FaultRow & { isAccepted: boolean }>(
    db,
    `with own as (select logger_no from station_sensor where station_id = $1)
     select true as "isAccepted", null as value, logger_no as "loggerNo", reason, ${instants} from accepted_value
     where device_no is null and logger_no in (select logger_no from own)
     union all
     select false, value, logger_no, reason, ${instants} from sensor_fault fault
     where logger_no in (select logger_no from own) and station_id <> $1
       and exists (select from station_sensor theirs
         where theirs.station_id = fault.station_id and theirs.logger_no = fault.logger_no)
       and to_ts >= $2 and from_ts < $3`,
    [stationId, new Date(from), new Date(to)],
  )
  const accepted = rows.filter(({ isAccepted }) => isAccepted)
  return {
    accepted: accepted.map(({ loggerNo, reason, from: first, to: last }) => ({
      loggerNo,
      deviceNo: null,
      reason,
      from: first,
      to: last,
    })),
    elsewhere: rows.filter(({ isAccepted }) => !isAccepted),
  }
}

/** Replaces the faults that the station's day proved before. Returns those that are new or gone. */
export async function saveSensorFaults(
  tx: Transaction,
  stationId: string,
  date: string,
  faults: readonly FaultRow[],
): Promise<FaultRow[]> {
  const { rows } = await query<FaultRow>(
    tx,
    `select ${columns} from sensor_fault where station_id = $1 and date = $2`,
    [stationId, date],
  )
  const keyOf = ({ loggerNo, value, reason, from, to }: FaultRow) => [loggerNo, value, reason, from, to].join(' ')
  const [before, now] = [new Set(rows.map(keyOf)), new Set(faults.map(keyOf))]
  const changed = [...rows.filter((row) => !now.has(keyOf(row))), ...faults.filter((row) => !before.has(keyOf(row)))]
  if (changed.length === 0) return []
  await query(tx, 'delete from sensor_fault where station_id = $1 and date = $2', [stationId, date])
  await query(
    tx,
    `insert into sensor_fault (station_id, date, logger_no, value, reason, from_ts, to_ts)
     select $1, $2, logger_no, value, reason, from_ts, to_ts
     from unnest($3::integer[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
       as fault (logger_no, value, reason, from_ts, to_ts) on conflict do nothing`,
    [
      stationId,
      date,
      faults.map(({ loggerNo }) => loggerNo),
      faults.map(({ value }) => value),
      faults.map(({ reason }) => reason),
      faults.map(({ from }) => new Date(from)),
      faults.map(({ to }) => new Date(to)),
    ],
  )
  return changed
}

/** Marks days due, in a period (epoch ms), of all other stations that use the sensors of this logger. */
export async function markSharingDaysDue(
  tx: Transaction,
  loggerNo: number,
  stationId: string,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<void> {
  await query(
    tx,
    `update station_day set due_at = $5
     from station_sensor join station on station.id = station_sensor.station_id
     where station_sensor.logger_no = $1 and station.id <> $2 and station_day.station_id = station.id
       and station_day.date between ($3::timestamptz at time zone station.time_zone)::date
         and ($4::timestamptz at time zone station.time_zone)::date`,
    [loggerNo, stationId, new Date(from), new Date(to), new Date(now)],
  )
}

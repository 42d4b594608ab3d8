import { startOfStation } from './early-row.ts'
import { query, type Session } from '../../database/session.ts'

export interface SerialDevice {
  no: number
  serial: string
  logger_id: string
  rated_power_w: number
  /** The time in which the inverter with this serial was the device, epoch ms; null: unbounded. */
  since: number | null
  until: number | null
  /** This and the following are null without a station. */
  station_id: string | null
  /** First instant of the station's start date, epoch ms. */
  starts_at: number | null
  time_zone: string | null
  latitude: number | null
  longitude: number | null
}

/**
 * Devices of an account that have or had these serials, with the times, and the logger that may send for them. Late
 * rows of a replaced inverter still belong to its device. Other accounts may have entered the same serials.
 */
export async function findDevicesBySerial(
  db: Session,
  accountId: string,
  serials: readonly string[],
): Promise<SerialDevice[]> {
  const { rows } = await query<SerialDevice>(
    db,
    `select device.no, own.serial, device.logger_id, device.rated_power_w, own.since, own.until,
       station.id as station_id, ${startOfStation} as starts_at, station.time_zone, station.latitude, station.longitude
     from (
       select no, serial, serial_since as since, null::timestamptz as until from device
       where account_id = $1 and serial = any($2)
       union all
       select device_no, serial, since, until from former_serial where serial = any($2)
     ) own
     join device on device.no = own.no and device.removed_at is null and device.account_id = $1
     left join station on station.id = device.station_id`,
    [accountId, serials],
  )
  return rows
}

/** Present serial first, then the former ones, newest first. */
export async function findSerials(db: Session, deviceId: string) {
  const { rows } = await query<{ serial: string; model: string; since: number | null; until: number | null }>(
    db,
    `select serial, model, serial_since as since, null::timestamptz as until from device where id = $1
     union all
     select former.serial, former.model, since, until
     from former_serial former join device on device.no = former.device_no where device.id = $1
     order by until desc nulls first`,
    [deviceId],
  )
  return rows
}

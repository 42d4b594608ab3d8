import { query, type Session } from '../../database/session.ts'
import { framesOfDay } from '../../figure/day-grid.ts'
import { longestIntervalMs } from '../../figure/interval.ts'

/** Bit of alarm A1 in the error word. */
const limitedBit = 1 << 8

export interface DaySample {
  device_no: number
  /** Epoch ms. */
  at: number
  /** Seconds from measurement to arrival. */
  delay_s: number
  power_w: number | null
  dc_power_w: number | null
  energy_total_kwh: number | null
  /** The inverter reports that it limits its power (A1). */
  limited: boolean
  /** True: its values are means of the interval that ends at its instant; absent: of the one that starts there. */
  is_end?: boolean
  /** It came from an imported file. */
  imported?: boolean
}

/**
 * Those of the devices whose logger stamps frames at the end of their interval. Imported frames are always stamped at
 * the start.
 */
export async function findEndStamped(db: Session, deviceNos: readonly number[]): Promise<number[]> {
  const { rows } = await query<{ no: number }>(
    db,
    `select device.no from device join logger on logger.id = device.logger_id
     where device.no = any($1::integer[]) and logger.stamp = 'end'`,
    [deviceNos],
  )
  return rows.map(({ no }) => no)
}

/** Column `is_end` of a sample; parameter `$nth` is the result of `findEndStamped`. */
const isEndStamped = (nth: number) => `(import_no is null and device_no = any($${nth}::integer[])) as is_end`

/** Start of reading for a day: the interval of the last frame before it may reach into the day. */
const firstInstant = (day: Span) => new Date(day.from - longestIntervalMs)

/** End of reading for a day: with stamps at the end of the interval, one more frame belongs to the day's bins. */
const lastInstant = (day: Span, ends: readonly number[]) => new Date(day.to + (ends.length > 0 ? longestIntervalMs : 0))

interface Span {
  from: number
  to: number
}

/** One day of a station's devices, oldest first, with the adjacent frames that its bins need (see framesOfDay). */
export async function findDaySamples(db: Session, deviceNos: readonly number[], day: Span): Promise<DaySample[]> {
  const ends = await findEndStamped(db, deviceNos)
  const { rows } = await query<DaySample>(
    db,
    `select device_no, date_part('epoch', ts) * 1000 as at, delay_s, power_w, dc_power_w, energy_total_kwh,
       coalesce(error_word & ${limitedBit} <> 0, false) as limited, ${isEndStamped(4)},
       import_no is not null as imported
     from device_sample where device_no = any($1::integer[]) and ts >= $2 and ts < $3
       and (ts < $5 or device_no = any($4::integer[])) order by device_no, ts`,
    [deviceNos, firstInstant(day), lastInstant(day, ends), ends, new Date(day.to)],
  )
  return [...Map.groupBy(rows, (row) => row.device_no).values()].flatMap((own) => framesOfDay(day, own).telling)
}

export interface DeviceDetailSample extends DaySample {
  cabinet_c: number | null
  /** Mean of the measured phases. */
  ac_voltage_v: number | null
}

/** One day of a device, oldest first, with the adjacent frames that its bins need (see framesOfDay). */
export async function findDetailSamples(db: Session, deviceNo: number, day: Span): Promise<DeviceDetailSample[]> {
  const ends = await findEndStamped(db, [deviceNo])
  const { rows } = await query<DeviceDetailSample>(
    db,
    `select device_no, date_part('epoch', ts) * 1000 as at, delay_s, power_w, energy_total_kwh,
       dc_power_w, cabinet_c, coalesce(error_word & ${limitedBit} <> 0, false) as limited,
       ${isEndStamped(4)},
       (select avg(v) from unnest(array[ac_voltage_v1, ac_voltage_v2, ac_voltage_v3]) as v) as ac_voltage_v
     from device_sample where device_no = $1 and ts >= $2 and ts < $3 order by ts`,
    [deviceNo, firstInstant(day), lastInstant(day, ends), ends],
  )
  return framesOfDay(day, rows).telling
}

export interface DaySensorSample {
  logger_no: number
  at: number
  irradiance_wm2: number | null
  ambient_c: number | null
  module_c: number | null
  wind_ms: number | null
  /** See DaySample. */
  is_end?: boolean
}

/** One day of a station's sensors, oldest first, with the adjacent frames that its bins need (see framesOfDay). */
export async function findDaySensorSamples(db: Session, stationId: string, day: Span): Promise<DaySensorSample[]> {
  const { rows } = await query<DaySensorSample>(
    db,
    `select logger_no, date_part('epoch', ts) * 1000 as at, irradiance_wm2, ambient_c, module_c, wind_ms,
       (import_no is null and logger_no in (select no from logger where stamp = 'end')) as is_end
     from sensor_sample where logger_no in (select logger_no from station_sensor where station_id = $1) and ts >= $2 and ts < $3
       and (ts < $4 or logger_no in (select no from logger where stamp = 'end'))
     order by logger_no, ts`,
    [stationId, firstInstant(day), new Date(day.to + longestIntervalMs), new Date(day.to)],
  )
  return [...Map.groupBy(rows, (row) => row.logger_no).values()].flatMap((own) => framesOfDay(day, own).telling)
}

import { vectorElements } from '../../database/sample-columns.ts'
import { query, type Transaction } from '../../database/session.ts'
import type { FrameWindow } from '../../telemetry/queries/frames.ts'
import { arraysOf, isLimited, isScanning, type Stretch, type StringFrame, type WatchedDevice } from './frames.ts'

/** Time around a batch whose stored frames can decide how long a tracker has been behind. */
const reach = "interval '2 hours'"

/**
 * Stretches in which the trackers have to be compared anew: of devices in `suspects`, and of those with an episode there,
 * at stations that ask for the comparison.
 */
export async function findTrackerReach(
  tx: Transaction,
  windows: readonly FrameWindow[],
  suspects: readonly number[],
): Promise<Stretch[]> {
  if (windows.length === 0) return []
  const { rows } = await query<Stretch>(
    tx,
    `select w.device_no as "deviceNo", w.first_ts - ${reach} as "from", w.last_ts + ${reach} as "to"
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
     join device on device.no = w.device_no
     join station on station.id = device.station_id and station.mppt_check
     where w.device_no = any($4::integer[])
       or exists (select 1 from alarm where alarm.device_no = w.device_no and source = 'trackerWatch'
         and raised_at <= w.last_ts + ${reach} and coalesce(cleared_at, 'infinity') >= w.first_ts - ${reach})`,
    [...arraysOf(windows), suspects],
  )
  return rows
}

export interface WatchedTrackers extends WatchedDevice {
  mpptCount: number
}

export async function findWatchedTrackers(tx: Transaction, deviceNo: number): Promise<WatchedTrackers | undefined> {
  const { rows } = await query<WatchedTrackers>(
    tx,
    `select string_count as "stringCount", mppt_count as "mpptCount", device.capacity_kwp as "capacityKwp", latitude,
       longitude
     from device join station on station.id = device.station_id where no = $1`,
    [deviceNo],
  )
  return rows[0]
}

export interface TrackerFrame extends StringFrame {
  /** Currents of the trackers, A; `currentA` holds those of the strings. */
  trackerA: readonly (number | null)[]
}

/** Voltages (V) and currents (A) of trackers and strings in the stretch, oldest first. */
export async function findTrackerFrames(tx: Transaction, { deviceNo, from, to }: Stretch): Promise<TrackerFrame[]> {
  const list = (column: string, length: number) => vectorElements(column, length).join(', ')
  const { rows } = await query<TrackerFrame>(
    tx,
    `select ts as at, array[${list('string_current_a', 32)}] as "currentA",
       array[${list('mppt_voltage_v', 12)}] as "voltageV", array[${list('mppt_current_a', 12)}] as "trackerA",
       ${isScanning} as "isScanning", ${isLimited} as "isLimited" from device_sample
     where device_no = $1 and ts between $2 and $3 order by ts`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return rows
}

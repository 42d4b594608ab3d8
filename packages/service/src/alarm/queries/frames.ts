import { alarmBitOf, type AlarmCode, deviceSubStates } from '@helioport/contract'
import { vectorElements } from '../../database/sample-columns.ts'
import type { FrameWindow } from '../../telemetry/queries/frames.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Context frames on either side of a batch: they decide about its first and last pair of frames, and about joins. */
const contextFrames = 12
const dayMs = 24 * 3_600_000

/** Stretch of frames of one device, both ends included, epoch ms. */
export interface Stretch {
  deviceNo: number
  from: number
  to: number
}

/** Start and end of an episode or a scan, epoch ms. */
export interface Span {
  raisedAt: number
  /** Null: still open. */
  clearedAt: number | null
}

export type AlarmSource = 'device' | 'stringWatch' | 'trackerWatch' | 'silence'

/** `stringNo`: of the string watch, from 1; `mpptNo`: of the tracker watch, from 1; otherwise 0. */
export interface AlarmSpan extends Span {
  code: AlarmCode
  stringNo: number
  mpptNo: number
}

export interface ChangedAlarm extends AlarmSpan {
  deviceNo: number
}

export interface StoredAlarm extends AlarmSpan {
  id: string
  groupId: string
}

const reachOf = `
  select own.device_no,
    coalesce((select min(ts) from (select ts from device_sample s where s.device_no = own.device_no
      and ts < w.first_ts order by ts desc limit ${contextFrames}) x), w.first_ts) as from_ts,
    coalesce((select max(ts) from (select ts from device_sample s where s.device_no = own.device_no
      and ts > w.last_ts order by ts limit ${contextFrames}) x), w.last_ts) as to_ts
  from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
  join sample_device own on own.device_no = w.device_no where own.device_no = any($1::integer[])`

/** Episodes of the devices in $1; `touches` finds those that lie in the stretch of their device. */
const episodesOf = (source: AlarmSource) => `
  select device_no, raised_at, cleared_at from alarm where device_no = any($1::integer[]) and source = '${source}'`
const touches = `exists (select from episode where episode.device_no = reach.device_no
  and raised_at <= reach.to_ts and coalesce(cleared_at, 'infinity') >= reach.from_ts)`

/** Device, first and last instant of each window, as three arrays for `unnest`. */
export const arraysOf = (windows: readonly FrameWindow[]) => [
  windows.map((window) => window.deviceNo),
  windows.map((window) => new Date(window.first)),
  windows.map((window) => new Date(window.last)),
]

/**
 * Stretches in which episodes have to be found anew: the batch's frames with context frames on either side.
 * Stretches without an error word and without an episode are left out.
 */
export async function findAlarmReach(tx: Transaction, windows: readonly FrameWindow[]): Promise<Stretch[]> {
  const { rows } = await query<Stretch>(
    tx,
    `with episode as (${episodesOf('device')}), reach as materialized (
       select w.*, exists (select from device_sample s where s.device_no = w.device_no and s.error_word <> 0
         and s.ts between w.from_ts and w.to_ts) as is_told
       from (${reachOf}) w)
     select device_no as "deviceNo", from_ts as "from", to_ts as "to" from reach where is_told or ${touches}`,
    arraysOf(windows),
  )
  return rows
}

/** The same for the string watch: stretches of devices in `suspects`, and stretches with one of its episodes. */
export async function findWatchReach(
  tx: Transaction,
  windows: readonly FrameWindow[],
  suspects: readonly number[],
): Promise<Stretch[]> {
  if (windows.length === 0) return []
  const { rows } = await query<Stretch>(
    tx,
    `with episode as (${episodesOf('stringWatch')}), reach as materialized (${reachOf})
     select device_no as "deviceNo", from_ts as "from", to_ts as "to" from reach
     where device_no = any($4::integer[]) or ${touches}`,
    [...arraysOf(windows), suspects],
  )
  return rows
}

/** Episodes that touch the stretch or ended within `joinMs` before it, oldest first. */
export async function findAlarmsAround(
  tx: Transaction,
  { deviceNo, from, to }: Stretch,
  source: AlarmSource,
  joinMs: number,
): Promise<StoredAlarm[]> {
  const { rows } = await query<StoredAlarm>(
    tx,
    `select id, group_id as "groupId", code, string_no as "stringNo", mppt_no as "mpptNo", raised_at as "raisedAt",
       cleared_at as "clearedAt"
     from alarm where device_no = $1 and source = $4 and raised_at <= $3 and coalesce(cleared_at, 'infinity') >= $2
     order by raised_at`,
    [deviceNo, new Date(from - joinMs), new Date(to), source],
  )
  return rows
}

export const isScanning = `coalesce(sub_state = ${deviceSubStates.indexOf('ivScanning') + 1}, false)`
export const isLimited = `(coalesce(sub_state = ${deviceSubStates.indexOf('limited') + 1}, false)
  or coalesce(error_word & ${2 ** alarmBitOf('A1')} <> 0, false))`

/** IV scans that the service ordered of the device around the stretch: from the logger's first step to its last. */
export async function findScans(tx: Transaction, { deviceNo, from, to }: Stretch): Promise<Span[]> {
  const { rows } = await query<Span>(
    tx,
    `select min(step.at) as "raisedAt", case when part.is_open then null else max(step.at) end as "clearedAt"
     from command_device part
     join command on command.id = part.command_id and command.kind = 'ivScan'
     join command_step step on step.command_device_id = part.id and step.state not in ('QUEUED', 'SENT')
     where part.device_no = $1 and command.created_at <= $3
     group by part.id
     having part.is_open or max(step.at) >= $2`,
    [deviceNo, new Date(from - dayMs), new Date(to)],
  )
  return rows
}

/** Error words of the stretch, oldest first. Frames without one are left out: they tell nothing about alarms. */
export async function findErrorWords(tx: Transaction, { deviceNo, from, to }: Stretch) {
  const { rows } = await query<{ at: number; errorWord: number; isScanning: boolean }>(
    tx,
    `select ts as at, error_word as "errorWord", ${isScanning} as "isScanning" from device_sample
     where device_no = $1 and ts between $2 and $3 and error_word is not null order by ts`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return rows
}

/** Facts of a device that the string watch needs. */
export interface WatchedDevice {
  stringCount: number
  capacityKwp: number
  latitude: number
  longitude: number
}

export async function findWatchedDevice(tx: Session, deviceNo: number): Promise<WatchedDevice | undefined> {
  const { rows } = await query<WatchedDevice>(
    tx,
    `select string_count as "stringCount", device.capacity_kwp as "capacityKwp", latitude, longitude
     from device join station on station.id = device.station_id where no = $1`,
    [deviceNo],
  )
  return rows[0]
}

export interface StringFrame {
  at: number
  currentA: readonly (number | null)[]
  voltageV: readonly (number | null)[]
  /** An IV scan takes strings out of operation one after the other. */
  isScanning: boolean
  /** A curtailed inverter moves its trackers off their maximum power point, and not all alike. */
  isLimited: boolean
}

/** String currents (A) and MPPT voltages (V) of the stretch, oldest first. */
export async function findStringFrames(tx: Session, { deviceNo, from, to }: Stretch) {
  const currents = vectorElements('string_current_a', 32).join(', ')
  const voltages = vectorElements('mppt_voltage_v', 12).join(', ')
  const { rows } = await query<StringFrame>(
    tx,
    `select ts as at, array[${currents}] as "currentA", array[${voltages}] as "voltageV",
       ${isScanning} as "isScanning", ${isLimited} as "isLimited" from device_sample
     where device_no = $1 and ts between $2 and $3 order by ts`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return rows
}

/** Writes changed episodes of one device. The losses of moved episodes become due again. */
export async function writeAlarms(
  tx: Transaction,
  where: { deviceNo: number; stationId: string; source: AlarmSource },
  changes: { removed: readonly string[]; moved: readonly StoredAlarm[]; added: readonly StoredAlarm[] },
): Promise<void> {
  const { removed, moved, added } = changes
  if (removed.length > 0) await query(tx, 'delete from alarm where id = any($1::uuid[])', [removed])
  if (moved.length > 0) {
    await query(
      tx,
      `update alarm set raised_at = n.raised_at, cleared_at = n.cleared_at, losses_at = null
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as n (id, raised_at, cleared_at)
       where alarm.id = n.id`,
      [moved.map(({ id }) => id), ...timesOf(moved)],
    )
  }
  if (added.length > 0) {
    await query(
      tx,
      'insert into alarm_group (id, station_id, code) select id, $2, code from unnest($1::uuid[], $3::text[]) as n (id, code)',
      [added.map(({ groupId }) => groupId), where.stationId, added.map(({ code }) => code)],
    )
    await query(
      tx,
      `insert into alarm (device_no, source, id, group_id, code, string_no, mppt_no, raised_at, cleared_at)
       select $1, $2, * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::smallint[], $7::smallint[],
         $8::timestamptz[], $9::timestamptz[])`,
      [
        where.deviceNo,
        where.source,
        added.map(({ id }) => id),
        added.map(({ groupId }) => groupId),
        added.map(({ code }) => code),
        added.map(({ stringNo }) => stringNo),
        added.map(({ mpptNo }) => mpptNo),
        ...timesOf(added),
      ],
    )
  }
}

const timesOf = (spans: readonly AlarmSpan[]) => [
  spans.map(({ raisedAt }) => new Date(raisedAt)),
  spans.map(({ clearedAt }) => (clearedAt === null ? null : new Date(clearedAt))),
]

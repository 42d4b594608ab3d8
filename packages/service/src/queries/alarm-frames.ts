import type { AlarmCode } from '@helioport/contract'
import type { PoolClient } from 'pg'

/** Frames before and after a batch that can decide about its first and last pair of frames, and about joining. */
const contextFrames = 12

/** Stretch of frames of one device, both ends included, epoch ms. */
export interface Stretch {
  deviceNo: number
  from: number
  to: number
}

interface AlarmSpan {
  code: AlarmCode
  raisedAt: number
  clearedAt: number | null
}

/**
 * Stretches in which episodes have to be found anew: the batch's frames with some on either side.
 * Devices without an error word and without an episode there are left out.
 */
export async function findAlarmReach(
  client: PoolClient,
  windows: readonly { deviceNo: number; first: number; last: number }[],
): Promise<Stretch[]> {
  const { rows } = await client.query<Stretch>(
    `select w.device_no as "deviceNo", reach.from_ts as "from", reach.to_ts as "to"
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
     cross join lateral (select
       coalesce((select min(ts) from (select ts from device_sample s where s.device_no = w.device_no
         and ts < w.first_ts order by ts desc limit ${contextFrames}) x), w.first_ts) as from_ts,
       coalesce((select max(ts) from (select ts from device_sample s where s.device_no = w.device_no
         and ts > w.last_ts order by ts limit ${contextFrames}) x), w.last_ts) as to_ts
     ) reach
     where exists (select 1 from alarm where alarm.device_no = w.device_no
         and raised_at <= reach.to_ts and coalesce(cleared_at, 'infinity') >= reach.from_ts)
       or exists (select 1 from device_sample s where s.device_no = w.device_no and s.error_word <> 0
         and s.ts between reach.from_ts and reach.to_ts)`,
    [
      windows.map((window) => window.deviceNo),
      windows.map((window) => new Date(window.first)),
      windows.map((window) => new Date(window.last)),
    ],
  )
  return rows
}

/** Episodes that touch the stretch or ended within `joinMs` before it, oldest first. */
export async function findAlarmsAround(client: PoolClient, { deviceNo, from, to }: Stretch, joinMs: number) {
  const { rows } = await client.query<AlarmSpan>(
    `select code, raised_at as "raisedAt", cleared_at as "clearedAt" from alarm
     where device_no = $1 and raised_at <= $3 and coalesce(cleared_at, 'infinity') >= $2 order by raised_at`,
    [deviceNo, new Date(from - joinMs), new Date(to)],
  )
  return rows
}

/** Error words of the stretch, oldest first. */
export async function findErrorWords(client: PoolClient, { deviceNo, from, to }: Stretch) {
  const { rows } = await client.query<{ at: number; errorWord: number }>(
    `select ts as at, error_word as "errorWord" from device_sample
     where device_no = $1 and ts between $2 and $3 order by ts`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return rows
}

/** Puts `episodes` in the place of those that were raised in the stretch; one that begins as before keeps its id. */
export async function replaceAlarms(
  client: PoolClient,
  { deviceNo, from, to }: Stretch,
  episodes: readonly AlarmSpan[],
): Promise<void> {
  const codes = episodes.map((episode) => episode.code)
  const raised = episodes.map((episode) => new Date(episode.raisedAt))
  const cleared = episodes.map((episode) => (episode.clearedAt === null ? null : new Date(episode.clearedAt)))
  await client.query(
    `delete from alarm where device_no = $1 and raised_at between $2 and $3
       and (code, raised_at) not in (select * from unnest($4::text[], $5::timestamptz[]))`,
    [deviceNo, new Date(from), new Date(to), codes, raised],
  )
  await client.query(
    `insert into alarm (device_no, code, raised_at, cleared_at)
     select $1, * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[])
     on conflict (device_no, code, raised_at) do update set cleared_at = excluded.cleared_at`,
    [deviceNo, codes, raised, cleared],
  )
}

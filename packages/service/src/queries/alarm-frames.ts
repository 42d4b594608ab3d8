import type { PoolClient } from 'pg'

/** Frames before and after a batch that can decide about its first and last pair of frames. */
const contextFrames = 12

interface Stretch {
  deviceNo: number
  from: number
  to: number
}

/**
 * Stretches in which episodes have to be found anew: around the batch, widened to whole episodes that it touches.
 * Devices without an error word and without an episode there are left out.
 */
export async function findAlarmReach(
  client: PoolClient,
  windows: readonly { deviceNo: number; first: number; last: number }[],
): Promise<Stretch[]> {
  const { rows } = await client.query<{ device_no: number; from_ts: number; to_ts: number }>(
    `select w.device_no,
       least(coalesce(before.ts, w.first_ts), episode.raised_at) as from_ts,
       greatest(coalesce(after.ts, w.last_ts), episode.cleared_at) as to_ts
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
     cross join lateral (
       select min(ts) as ts from (select ts from device_sample s where s.device_no = w.device_no and ts < w.first_ts
         order by ts desc limit ${contextFrames}) x) before
     cross join lateral (
       select max(ts) as ts from (select ts from device_sample s where s.device_no = w.device_no and ts > w.last_ts
         order by ts limit ${contextFrames}) x) after
     cross join lateral (
       select min(raised_at) as raised_at, max(coalesce(cleared_at, 'infinity')) as cleared_at from alarm
       where alarm.device_no = w.device_no and raised_at <= coalesce(after.ts, w.last_ts) + interval '10 minutes'
         and coalesce(cleared_at, 'infinity') >= coalesce(before.ts, w.first_ts) - interval '10 minutes') episode
     where episode.raised_at is not null or exists (
       select 1 from device_sample s where s.device_no = w.device_no and s.error_word <> 0
         and s.ts between coalesce(before.ts, w.first_ts) and coalesce(after.ts, w.last_ts))`,
    [
      windows.map((window) => window.deviceNo),
      windows.map((window) => new Date(window.first)),
      windows.map((window) => new Date(window.last)),
    ],
  )
  return rows.map((row) => ({ deviceNo: row.device_no, from: row.from_ts, to: row.to_ts }))
}

const until = (to: number) => (Number.isFinite(to) ? new Date(to) : 'infinity')

/** Error words with what lies just outside the stretch, oldest first. */
export async function findErrorWords(client: PoolClient, deviceNo: number, from: number, to: number) {
  const { rows } = await client.query<{ at: number; errorWord: number }>(
    `select ts as at, error_word as "errorWord" from (
       (select ts, error_word from device_sample where device_no = $1 and ts < $2 order by ts desc limit ${contextFrames})
       union all
       (select ts, error_word from device_sample where device_no = $1 and ts >= $2 and ts <= $3)
       union all
       (select ts, error_word from device_sample where device_no = $1 and ts > $3 order by ts limit ${contextFrames})
     ) frame order by ts`,
    [deviceNo, new Date(from), until(to)],
  )
  return rows
}

/** Puts `episodes` in the place of those that touch the stretch; an episode that begins as before keeps its id. */
export async function replaceAlarms(
  client: PoolClient,
  deviceNo: number,
  from: number,
  to: number,
  episodes: readonly { code: string; raisedAt: number; clearedAt: number | null }[],
): Promise<void> {
  const codes = episodes.map((episode) => episode.code)
  const raised = episodes.map((episode) => new Date(episode.raisedAt))
  await client.query(
    `delete from alarm where device_no = $1 and raised_at <= $3 and coalesce(cleared_at, 'infinity') >= $2
       and (code, raised_at) not in (select * from unnest($4::text[], $5::timestamptz[]))`,
    [deviceNo, new Date(from), until(to), codes, raised],
  )
  await client.query(
    `insert into alarm (device_no, code, raised_at, cleared_at)
     select $1, * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[])
     on conflict (device_no, code, raised_at) do update set cleared_at = excluded.cleared_at`,
    [
      deviceNo,
      codes,
      raised,
      episodes.map((episode) => (episode.clearedAt === null ? null : new Date(episode.clearedAt))),
    ],
  )
}

import type { DeviceParameter } from '@helioport/contract'
import { counterColumns, scalarColumns, vectorColumns } from '../../database/sample-columns.ts'
import { query, type Session } from '../../database/session.ts'
import { longestIntervalMs } from '../../figure/interval.ts'
import { findEndStamped } from './sample.ts'

const scalars = new Map<string, string>([...scalarColumns, ...counterColumns])
const vectors = new Map<string, readonly [column: string, length: number]>(
  vectorColumns.map(([key, column, length]) => [key, [column, length]]),
)

/** The column of a parameter; undefined: no such parameter. */
export function columnOfParameter(parameter: string): string | undefined {
  const scalar = scalars.get(parameter)
  if (scalar !== undefined) return scalar
  const [, key = '', number = ''] = /^([A-Za-z]+[A-Z])(\d{1,2})$/.exec(parameter) ?? []
  const vector = vectors.get(key)
  return vector && Number(number) >= 1 && Number(number) <= vector[1] ? `${vector[0]}${Number(number)}` : undefined
}

/**
 * Means of a device's values in bins of `binMs` from `from` on, epoch ms; bins without data are left out. Each frame is
 * weighted by the part of its interval within the bin. The interval reaches to the next frame, or, where frames are
 * missing, is as long as the step on the frame's other side; it precedes the instant where frames are stamped at the
 * end. `usualMs`: interval of a frame without neighbours.
 */
export async function findCurveBins(
  db: Session,
  deviceNo: number,
  parameters: readonly DeviceParameter[],
  { from, to, binMs, usualMs }: { from: number; to: number; binMs: number; usualMs: number },
): Promise<{ bin: number; values: (number | null)[] }[]> {
  const ends = await findEndStamped(db, [deviceNo])
  const columns = parameters.map((parameter) => columnOfParameter(parameter) ?? 'null')
  const means = columns.map(
    (_, nth) => `(sum(v${nth} * ms) / nullif(sum(ms) filter (where v${nth} is not null), 0))::float8`,
  )
  const { rows } = await query<{ bin: number; values: (number | null)[] }>(
    db,
    `with frame as (
       select ts, (date_part('epoch', ts - $2::timestamptz) * 1000)::float8 as at,
         import_no is null and device_no = any($5::integer[]) as is_end,
         ${columns.map((column, nth) => `${column} as v${nth}`).join(', ')}
       from device_sample where device_no = $1 and ts >= $2::timestamptz - ${longest} and ts <= $3::timestamptz + ${longest}),
     stepped as (
       select frame.*, at - lag(at) over (order by ts) as before, lead(at) over (order by ts) - at as after from frame),
     held as (
       select stepped.*, case when is_end then ${held('before', 'after')} else ${held('after', 'before')} end as held
       from stepped),
     span as (
       select held.*, case when is_end then at - held else at end as starts, case when is_end then at else at + held end as stops
       from held),
     reach as (
       select span.*, generate_series(greatest(floor(starts / $4), 0)::integer,
         least(ceil(stops / $4), ceil($7 / $4))::integer - 1) as bin
       from span),
     part as (
       select reach.*, least(stops, (bin + 1) * $4) - greatest(starts, bin * $4) as ms from reach)
     select bin, array[${means.join(', ')}] as values from part where ms > 0 group by bin order by bin`,
    [deviceNo, new Date(from), new Date(to), binMs, ends, usualMs, to - from],
  )
  return rows
}

const longest = `interval '${longestIntervalMs} ms'`

/** Interval of a frame (ms), from the step on the side that it covers and the step on its other side. */
const held = (own: string, other: string) => `case
  when ${own} <= least(1.5 * coalesce(${other}, ${own}), ${longestIntervalMs}) then ${own}
  when ${other} <= ${longestIntervalMs} then ${other} else $6::float8 end`

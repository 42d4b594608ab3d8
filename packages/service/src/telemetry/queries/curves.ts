import type { DeviceParameter } from '@helioport/contract'
import { counterColumns, scalarColumns, vectorColumns } from '../../database/sample-columns.ts'
import { query, type Session } from '../../database/session.ts'
import { findEndStamped } from './sample.ts'

const scalars = new Map<string, string>([...scalarColumns, ...counterColumns])
const vectors = new Map<string, readonly [column: string, length: number]>(
  vectorColumns.map(([key, column, length]) => [key, [column, length]]),
)

/** The column in which a parameter lies; undefined: there is none of that name. */
export function columnOfParameter(parameter: string): string | undefined {
  const scalar = scalars.get(parameter)
  if (scalar !== undefined) return scalar
  const [, key = '', number = ''] = /^([A-Za-z]+[A-Z])(\d{1,2})$/.exec(parameter) ?? []
  const vector = vectors.get(key)
  return vector && Number(number) >= 1 && Number(number) <= vector[1] ? `${vector[0]}${Number(number)}` : undefined
}

/**
 * Means of a device's values in bins of `binMs` from `from` on, epoch ms; bins without a frame are left out. A frame that
 * is stamped at the end of its interval is of the bin that ends with it.
 */
export async function findCurveBins(
  db: Session,
  deviceNo: number,
  parameters: readonly DeviceParameter[],
  { from, to, binMs }: { from: number; to: number; binMs: number },
): Promise<{ bin: number; values: (number | null)[] }[]> {
  const ends = await findEndStamped(db, [deviceNo])
  // So much earlier is the last moment that a frame is of.
  const early = `case when import_no is null and device_no = any($5::integer[]) then 1 else 0 end`
  const means = parameters.map((parameter) => `avg(${columnOfParameter(parameter) ?? 'null'})::float8`)
  const { rows } = await query<{ bin: number; values: (number | null)[] }>(
    db,
    `select floor((date_part('epoch', ts - $2::timestamptz) * 1000 - ${early}) / $4)::integer as bin,
       array[${means.join(', ')}] as values
     from device_sample where device_no = $1 and ts >= $2 and ts <= $3
       and ts - ${early} * interval '1 ms' >= $2 and ts - ${early} * interval '1 ms' < $3 group by 1 order by 1`,
    [deviceNo, new Date(from), new Date(to), binMs, ends],
  )
  return rows
}

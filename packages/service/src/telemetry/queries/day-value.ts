import { counterColumns, scalarColumns, vectorColumns, vectorElements } from '../../database/sample-columns.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Order of the stored arrays of a day. Never reorder: append new columns. */
const dayValueColumns = [
  ...scalarColumns.map(([, column]) => column),
  ...counterColumns.map(([, column]) => column),
  ...vectorColumns.flatMap(([, column, length]) => vectorElements(column, length)),
]

type Values = (number | null)[]

/** Mean, minimum and maximum of each requested column. */
export interface DayValues {
  date: string
  means: Values
  lows: Values
  highs: Values
}

const fields = [
  ['means', 'avg'],
  ['lows', 'min'],
  ['highs', 'max'],
] as const

const reckoned = (columns: readonly string[]) =>
  fields
    .map(
      ([field, of]) =>
        `array[${columns.map((column) => `${of}(${column})`).join(', ')}]::double precision[] as ${field}`,
    )
    .join(', ')

/** Rounded to real. Values beyond its range become NULL: a cast would fail, for all days of the device. */
function asReal(value: number | null): number | 'NULL' {
  const real = Math.fround(value ?? Number.NaN)
  return Number.isFinite(real) ? real : 'NULL'
}

/** Days from `from` to `to` with frames; `values` null: not computed yet; `is_due`: not computed from all frames. */
export async function findDayValues(
  db: Session,
  deviceNo: number,
  columns: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<{ date: string; is_due: boolean; values: Omit<DayValues, 'date'> | null }[]> {
  const elements = (field: string) =>
    `jsonb_build_array(${columns.map((column) => `${field}[${dayValueColumns.indexOf(column) + 1}]`).join(', ')})`
  const { rows } = await query<{ date: string; is_due: boolean; values: Omit<DayValues, 'date'> | null }>(
    db,
    `select date, not is_kept and day.samples is distinct from value.samples as is_due,
       case when value.samples is not null then
         jsonb_build_object(${fields.map(([field]) => `'${field}', ${elements(field)}`).join(', ')}) end as values
     from device_day day left join device_day_value value using (device_no, date)
     where device_no = $1 and date between $2 and $3 and day.samples > 0 order by date`,
    [deviceNo, from, to],
  )
  return rows
}

/** The same, computed from the frames between two instants (epoch ms). */
export async function findMeasuredDayValues(
  db: Session,
  deviceNo: number,
  columns: readonly string[],
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Promise<DayValues[]> {
  const { rows } = await query<DayValues>(
    db,
    `select (ts at time zone $4)::date as date, ${reckoned(columns)}
     from device_sample where device_no = $1 and ts >= $2 and ts < $3 group by 1`,
    [deviceNo, new Date(from), new Date(to), timeZone],
  )
  return rows
}

/** Past days that still have frames, but no values or values of fewer frames; after the key `after`. */
export async function findDueDayValues(
  db: Session,
  now: number,
  after: { device_no: number; date: string },
  limit: number,
): Promise<{ device_no: number; time_zone: string; date: string; samples: number }[]> {
  const { rows } = await query<{ device_no: number; time_zone: string; date: string; samples: number }>(
    db,
    `select device_no, time_zone, date, day.samples
     from device_day day join station on station.id = day.station_id
       left join device_day_value value using (device_no, date)
     where not is_kept and day.samples > 0 and day.samples is distinct from value.samples
       and date < ($1::timestamptz at time zone time_zone)::date and (device_no, date) > ($3, $4::date)
     order by device_no, date limit $2`,
    [new Date(now), limit, after.device_no, after.date],
  )
  return rows
}

/**
 * Computes and stores the days of a device, from frames between two instants (epoch ms). The share lock blocks changes
 * of these days meanwhile: otherwise values of old frames could be stored as those of new ones.
 */
export async function keepMeasuredDayValues(
  tx: Transaction,
  deviceNo: number,
  dates: readonly string[],
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Promise<void> {
  const { rows: days } = await query<{ date: string; samples: number }>(
    tx,
    'select date, samples from device_day where device_no = $1 and date = any($2::date[]) order by date for share',
    [deviceNo, dates],
  )
  const { rows } = await query<DayValues>(
    tx,
    `select (ts at time zone $4)::date as date, ${reckoned(dayValueColumns)}
     from device_sample where device_no = $1 and ts >= $2 and ts < $3 group by 1`,
    [deviceNo, new Date(from), new Date(to), timeZone],
  )
  const measured = new Map(rows.map((row) => [row.date, row]))
  const arrayOf = (values: Values = []) => `{${values.map(asReal).join(',')}}`
  await query(
    tx,
    `insert into device_day_value (device_no, date, samples, means, lows, highs)
     select $1, date, samples, means::real[], lows::real[], highs::real[]
     from unnest($2::date[], $3::integer[], $4::text[], $5::text[], $6::text[]) as day (date, samples, means, lows, highs)
     on conflict (device_no, date) do update
       set samples = excluded.samples, means = excluded.means, lows = excluded.lows, highs = excluded.highs`,
    [
      deviceNo,
      days.map(({ date }) => date),
      days.map(({ samples }) => samples),
      ...fields.map(([field]) => days.map(({ date }) => arrayOf(measured.get(date)?.[field]))),
    ],
  )
}

/** Makes the days of a stretch (epoch ms) due again after its values changed. Days without frames stay as they are. */
export async function forgetDayValues(
  tx: Transaction,
  deviceNo: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await query(
    tx,
    `delete from device_day_value value using device_day day
     where day.device_no = value.device_no and day.date = value.date and not is_kept and value.device_no = $1
       and value.date between $2::timestamptz::date - 1 and $3::timestamptz::date + 1`,
    [deviceNo, new Date(from), new Date(to)],
  )
}

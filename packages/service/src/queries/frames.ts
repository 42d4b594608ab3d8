import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../database/sample-columns.ts'

/** Columns of a batch and its rows as COPY text: tab between fields, \N for null, newline after each row. */
export interface CopyRows {
  columns: readonly string[]
  text: string
}

/** Rows of other batches of the station wait here: roll-ups of one station are computed one after the other. */
export async function lockStation(client: PoolClient, stationId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [stationId])
}

/** The same lock, if nobody holds it now. */
export async function tryLockStation(client: PoolClient, stationId: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [stationId],
  )
  return rows[0]?.locked ?? false
}

/** Brings device frames to `device_sample`; rows that are there already stay as they are. Returns how many are new. */
export async function insertDeviceFrames(client: PoolClient, rows: CopyRows): Promise<number> {
  return insertCopied(client, 'device_sample', 'device_frame', rows)
}

export async function insertSensorFrames(client: PoolClient, rows: CopyRows): Promise<number> {
  return insertCopied(client, 'sensor_sample', 'sensor_frame', rows)
}

async function insertCopied(client: PoolClient, table: string, frame: string, rows: CopyRows): Promise<number> {
  await client.query(`create temp table if not exists ${frame} (like ${table}) on commit delete rows`)
  const columns = rows.columns.join(', ')
  await pipeline(Readable.from([rows.text]), client.query(copyFrom(`copy pg_temp.${frame} (${columns}) from stdin`)))
  const { rowCount } = await client.query(
    `insert into ${table} (${columns}) select ${columns} from pg_temp.${frame} on conflict do nothing`,
  )
  return rowCount ?? 0
}

/** Newest frame and newest lifetime counter of the devices in this transaction's `device_frame`. */
export async function upsertLatest(client: PoolClient): Promise<void> {
  const scalars = [...counterColumns, ...scalarColumns].map(([, column]) => column)
  const vectors = vectorColumns.map(
    ([, column, length]) => `array_remove(array[${vectorElements(`s.${column}`, length).join(', ')}], null)`,
  )
  const columns = ['ts', 'mode', 'error_word', 'sub_state', ...scalars, ...vectorColumns.map(([, column]) => column)]
  const values = [
    's.ts',
    's.mode',
    's.error_word',
    's.sub_state',
    ...scalars.map((column) => `s.${column}`),
    ...vectors,
  ]
  await client.query(`
    insert into device_latest (device_no, ${columns.join(', ')})
    select s.device_no, ${values.join(', ')}
    from (select device_no, max(ts) as ts from pg_temp.device_frame group by device_no) newest
    join device_sample s on s.device_no = newest.device_no and s.ts = newest.ts
    on conflict (device_no) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
    where excluded.ts > device_latest.ts`)
  await client.query(`
    update device_latest set counter_ts = s.ts, counter_kwh = s.energy_total_kwh
    from (select device_no, max(ts) as ts from pg_temp.device_frame where energy_total_kwh is not null
          group by device_no) newest
    join device_sample s on s.device_no = newest.device_no and s.ts = newest.ts
    where device_latest.device_no = s.device_no and s.energy_total_kwh is not null
      and (device_latest.counter_ts is null or device_latest.counter_ts < s.ts)`)
}

/** Newest frame of the loggers in this transaction's `sensor_frame`. */
export async function upsertSensorLatest(client: PoolClient): Promise<void> {
  const columns = ['ts', ...sensorColumns.map(([, column]) => column)]
  await client.query(`
    insert into sensor_latest (logger_no, ${columns.join(', ')})
    select distinct on (logger_no) logger_no, ${columns.join(', ')} from pg_temp.sensor_frame
    order by logger_no, ts desc
    on conflict (logger_no) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
    where excluded.ts > sensor_latest.ts`)
}

export async function updateLogger(
  client: PoolClient,
  logger: { id: string; seq: number; now: number },
): Promise<void> {
  await client.query('update logger set last_seq = $2, last_batch_at = $3 where id = $1', [
    logger.id,
    logger.seq,
    new Date(logger.now),
  ])
}

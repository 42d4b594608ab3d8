import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database } from '../database/open-database.ts'
import { deviceCopyRows } from '../telemetry/copy-rows.ts'
import { batchOf } from './loggers.ts'
import type { BenchPlant } from './plants.ts'

/** A table with the same columns and key as `device_sample`, without any further processing. */
export async function makeRawTable({ pool }: Database): Promise<void> {
  await pool.query('create table raw_copy (like device_sample including all)')
}

/** Rows of one batch in both formats of COPY. */
export interface RawBatch {
  columns: readonly string[]
  binary: Uint8Array
  text: Uint8Array
}

/** The rows of these plants; PostgreSQL itself makes the text format. */
export async function rawBatches(
  { pool }: Database,
  plants: readonly BenchPlant[],
  span: { from: number; to: number },
): Promise<RawBatch[]> {
  const nos = await pool.query<{ serial: string; no: number }>('select serial, no from device')
  const noOf = new Map(nos.rows.map(({ serial, no }) => [serial, no]))
  const batches: RawBatch[] = []
  const client = await pool.connect()
  for (const plant of plants) {
    const own = batchOf(plant, span.from, span.to).devices.map((frame) => ({ no: noOf.get(frame.serial) ?? 0, frame }))
    const { columns, body } = deviceCopyRows(own, span.to)
    const names = columns.join(', ')
    await pipeline(Readable.from([body]), client.query(copyFrom(`copy raw_copy (${names}) from stdin (format binary)`)))
    const text = await buffer(client.query(copyTo(`copy raw_copy (${names}) to stdout`)))
    await client.query('truncate raw_copy')
    batches.push({ columns, binary: body, text })
  }
  client.release()
  return batches
}

/** Stores the batches by COPY, one transaction each as in ingest, on `lanes` connections; returns milliseconds. */
export async function copyRaw(
  { pool }: Database,
  batches: readonly RawBatch[],
  format: 'binary' | 'text',
  lanes: number,
): Promise<number> {
  await pool.query('truncate raw_copy')
  const waiting = [...batches]
  const begun = performance.now()
  const lane = async () => {
    const client = await pool.connect()
    for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
      const sql = `copy raw_copy (${batch.columns.join(', ')}) from stdin (format ${format})`
      await pipeline(Readable.from([batch[format]]), client.query(copyFrom(sql)))
    }
    client.release()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performance.now() - begun
}

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../database/database.ts'
import { deviceCopyRows } from '../rules/copy-rows.ts'
import { batchOf } from './loggers.ts'
import type { BenchPlant } from './plants.ts'

/** A table of the same columns and the same key; nothing else is done with its rows. */
export async function makeRawTable({ pool }: Database): Promise<void> {
  await pool.query('create table raw_copy (like device_sample including all)')
}

/**
 * The rows of these plants by COPY, a transaction a batch as the door has it, on `lanes` connections; returns
 * milliseconds. The bytes are written before the clock starts.
 */
export async function copyRaw(
  { pool }: Database,
  plants: readonly BenchPlant[],
  span: { from: number; to: number },
  lanes: number,
): Promise<number> {
  const nos = await pool.query<{ serial: string; no: number }>('select serial, no from device')
  const noOf = new Map(nos.rows.map(({ serial, no }) => [serial, no]))
  const batches = plants.map((plant) => {
    const own = batchOf(plant, span.from, span.to).devices.map((frame) => ({ no: noOf.get(frame.serial) ?? 0, frame }))
    return deviceCopyRows(own, span.to)
  })
  const begun = performance.now()
  const lane = async () => {
    const client = await pool.connect()
    for (let rows = batches.pop(); rows; rows = batches.pop()) {
      const copy = client.query(copyFrom(`copy raw_copy (${rows.columns.join(', ')}) from stdin (format binary)`))
      await pipeline(Readable.from([rows.body]), copy)
    }
    client.release()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performance.now() - begun
}

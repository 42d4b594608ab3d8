import type { DeviceFrame } from '@helioport/contract/ingest'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Most unknown serials kept per logger; more would be made up. */
const mostFound = 32
/** A serial without frames for this long is dropped. */
const keptDays = 7

export interface FoundRow {
  serial: string
  /** Epoch ms. */
  first_at: number
  last_at: number
  frame: DeviceFrame
}

/** Excludes serials that a concurrent batch stored again after their device was taken over. */
export const isNotTaken = `not exists (select from device where device.logger_id = found_device.logger_id
  and device.serial = found_device.serial and device.removed_at is null)`

/**
 * Stores the newest frame of each serial that is not taken over. Locks the row of the logger, so that concurrent
 * batches cannot exceed the limit.
 */
export async function upsertFound(
  tx: Transaction,
  loggerId: string,
  frames: readonly DeviceFrame[],
  now: number,
): Promise<void> {
  await query(
    tx,
    `delete from found_device
     where logger_id = $1 and (last_at < $2::timestamptz - $3 * interval '1 day' or not ${isNotTaken})`,
    [loggerId, new Date(now), keptDays],
  )
  const { rows: known } = await query<{ serial: string }>(tx, 'select serial from found_device where logger_id = $1', [
    loggerId,
  ])
  const waiting = new Set(known.map(({ serial }) => serial))
  const kept = frames.filter(({ serial }) => {
    if (!waiting.has(serial) && waiting.size >= mostFound) return false
    waiting.add(serial)
    return true
  })
  await query(
    tx,
    `insert into found_device (logger_id, serial, first_at, last_at, frame)
     select $1, serial, $2, $2, frame from unnest($3::text[], $4::jsonb[]) as n (serial, frame)
     on conflict (logger_id, serial) do update set last_at = excluded.last_at, frame = excluded.frame
     where (excluded.frame->>'at')::bigint >= (found_device.frame->>'at')::bigint`,
    [loggerId, new Date(now), kept.map(({ serial }) => serial), kept.map((frame) => JSON.stringify(frame))],
  )
}

/** Unknown devices of a logger, by serial. */
export async function findFound(db: Session, loggerId: string): Promise<FoundRow[]> {
  const { rows } = await query<FoundRow>(
    db,
    `select serial, first_at, last_at, frame from found_device where logger_id = $1 and ${isNotTaken} order by serial`,
    [loggerId],
  )
  return rows
}

/** Deletes a serial from the lists of all loggers of the account; returns this logger's newest frame of it. */
export async function takeFound(tx: Transaction, loggerId: string, serial: string): Promise<DeviceFrame | null> {
  const { rows } = await query<{ logger_id: string; frame: DeviceFrame }>(
    tx,
    `delete from found_device using logger
     where found_device.logger_id = logger.id and found_device.serial = $2
       and logger.account_id = (select account_id from logger where id = $1)
     returning found_device.logger_id, frame`,
    [loggerId, serial],
  )
  return rows.find(({ logger_id }) => logger_id === loggerId)?.frame ?? null
}

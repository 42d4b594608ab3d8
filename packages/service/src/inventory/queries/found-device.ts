import type { DeviceFrame } from '@helioport/contract/ingest'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** So many serials wait at one logger; a plant has more only if somebody makes them up. */
const mostFound = 32
/** What was not told of for so long is not there any more. */
const keptDays = 7

export interface FoundRow {
  serial: string
  /** Epoch ms. */
  first_at: number
  last_at: number
  frame: DeviceFrame
}

/** A batch that was on its way while its device was taken over may have told of it once more. */
export const isNotTaken = `not exists (select from device where device.logger_id = found_device.logger_id
  and device.serial = found_device.serial and device.removed_at is null)`

/**
 * Keeps the newest frame of each serial that nobody has taken over. The row of the logger is held: two batches at once
 * count what is there one after the other.
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

/** What waits at a logger, by serial. */
export async function findFound(db: Session, loggerId: string): Promise<FoundRow[]> {
  const { rows } = await query<FoundRow>(
    db,
    `select serial, first_at, last_at, frame from found_device where logger_id = $1 and ${isNotTaken} order by serial`,
    [loggerId],
  )
  return rows
}

/** Takes a serial off the list of all loggers of the account; returns the newest frame that this logger told. */
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

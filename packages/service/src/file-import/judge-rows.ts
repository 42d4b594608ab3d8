import { type ImportOutcome, importDeviceFields, importSensorFields } from '@helioport/contract'
import { DayBook } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findKeptDates } from '../energy/queries/kept-day.ts'
import { findLoggerByNo, type SendingLogger } from '../inventory/queries/logger.ts'
import { findSerials } from '../inventory/queries/serial.ts'
import type { UncheckedBatch } from '../ingest/take-batch.ts'
import { findImportSource, findOccupied, type ImportSource } from './queries/source.ts'

export type Refused = ImportOutcome['refused']

/** Rows of a request as a batch of the logger that could have sent them. */
export interface FileRows {
  source: ImportSource
  logger: SendingLogger
  batch: UncheckedBatch
  /** Place in the request of each row of the batch. */
  places: number[]
  refused: Refused
  /** Epoch ms. */
  first: number
  last: number
}

interface SentRows {
  deviceId: string | null
  intervalS: number
  rows: readonly (readonly (number | null)[])[]
}

/**
 * Refuses what must not come from a file: rows beside existing ones, and rows of days whose samples are dropped (an
 * undo could not take them out again). The rules of every batch judge the rest. `importNo`: rows of this import do not
 * count as existing.
 * @throws Problem notFound (no such device in the station), import.noSensors
 */
export async function readRows(
  service: Service,
  stationId: string,
  { deviceId, intervalS, rows }: SentRows,
  importNo: number | null,
): Promise<FileRows> {
  const { read } = service.db
  const source = await findImportSource(read, stationId, deviceId)
  if (!source) throw new Problem(deviceId === null ? 'import.noSensors' : 'notFound')
  const logger = await findLoggerByNo(read, source.logger_no)
  const instants = rows.map(([at]) => at ?? Number.NaN)
  if (!instants.every((at) => Number.isInteger(at) && Math.abs(at) < 8.64e15)) throw new Problem('request.invalid')
  const book = new DayBook(logger.time_zone ?? 'UTC')
  const dates = instants.map((at) => book.at(at).date)
  const kept = await findKeptDates(read, stationId, [...new Set(dates)])
  const occupied = await findOccupied(read, source, instants, intervalS * 1000, importNo)
  const serialAt = await serialsOf(service, source)
  const refused: Refused = []
  const places: number[] = []
  const frames: object[] = []
  for (const [index, row] of rows.entries()) {
    const code = kept.has(dates[index] ?? '') ? 'row.dayClosed' : occupied.has(index) ? 'row.existing' : null
    if (code) {
      refused.push({ index, code })
      continue
    }
    places.push(index)
    frames.push(frameOf(row, serialAt))
  }
  const own = places.map((place) => instants[place] ?? 0)
  const batch = { logger: logger.serial, seq: 0, loggerTime: 0, uptimeS: 0 }
  return {
    source,
    logger,
    batch: deviceId === null ? { ...batch, devices: [], sensors: frames } : { ...batch, devices: frames, sensors: [] },
    places,
    refused,
    first: Math.min(...own),
    last: Math.max(...own),
  }
}

type SerialAt = ((at: number) => string) | null

/** Serial of the device at an instant. Where no inverter had a serial, it is '-', which is refused as unknown. */
async function serialsOf(service: Service, { device_id }: ImportSource): Promise<SerialAt> {
  if (device_id === null) return null
  const serials = await findSerials(service.db.read, device_id)
  return (at) =>
    serials.find(({ since, until }) => (since === null || at >= since) && (until === null || at < until))?.serial ?? '-'
}

function frameOf([at, ...values]: readonly (number | null)[], serialAt: SerialAt): object {
  const fields: readonly string[] = serialAt ? importDeviceFields : importSensorFields
  const measured = fields.flatMap((field, nth) => {
    const value = values[nth]
    return value === null || value === undefined ? [] : [[field, value] as const]
  })
  return { at, ...Object.fromEntries(measured), ...(serialAt && { serial: serialAt(at ?? 0) }) }
}

/** All refused rows, also those refused by the rules of a batch, by their place in the request. */
export const refusedOf = (
  { places, refused }: FileRows,
  rejected: readonly { index: number; code: string }[],
): Refused =>
  [...refused, ...rejected.map(({ index, code }) => ({ index: places[index] ?? index, code }))].toSorted(
    (a, b) => a.index - b.index,
  )

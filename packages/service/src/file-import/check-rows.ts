import type { ImportCheck, ImportOutcome } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { rowTests } from '../ingest/batch.ts'
import { splitValues } from '../ingest/split-values.ts'
import { judgeBatch } from '../ingest/take-batch.ts'
import { findPlaces } from '../inventory/queries/place.ts'
import { findBegun } from './queries/history-import.ts'
import { readRows, refusedOf } from './judge-rows.ts'

/**
 * Dry run: the outcome of rows by the rules of an import. Nothing is written.
 * @throws Problem notFound, import.noSensors
 */
export async function checkRows(service: Service, stationId: string, input: ImportCheck): Promise<ImportOutcome> {
  const begun = await findBegun(service.db.read, stationId, input.fingerprint)
  const rows = await readRows(service, stationId, input, begun?.no ?? null)
  const { devices, sensors, verdict } = await judgeBatch(service, rows.logger, rows.batch, rowTests)
  const { aside } = await service.db.transaction(async (tx) => {
    const places = await findPlaces(tx, new Set(), rows.logger.station_id)
    const readings = sensors.map(({ frame }) => frame)
    return splitValues(tx, rows.logger.no, devices, readings, places[0] ?? null)
  })
  return {
    accepted: devices.length + sensors.length,
    keptAside: aside.length,
    refused: refusedOf(rows, verdict.rejected),
  }
}

import { randomUUID } from 'node:crypto'
import type { SensorFrame } from '@helioport/contract/ingest'
import { appendOperation } from '../audit/queries/operation-chain.ts'
import { findPlace } from '../audit/queries/operation.ts'
import type { Transaction } from '../database/session.ts'
import type { SendingLogger } from '../inventory/queries/logger.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { deleteFrames } from '../telemetry/queries/frames.ts'
import { forgetToldEnergy } from '../telemetry/queries/value-edit.ts'

/** Action in the operation log for rows that a logger replaced. */
const action = 'ingest.correction'

/**
 * Deletes the rows that a correction with the same serials and times replaces, and logs that for each station. The
 * correcting rows are then stored like those of any other batch.
 */
export async function correct(
  tx: Transaction,
  logger: SendingLogger,
  places: readonly { station_id: string; device_nos: number[] }[],
  frames: readonly OwnFrame[],
  readings: readonly SensorFrame[],
  now: number,
): Promise<void> {
  await deleteFrames(
    tx,
    frames.map(({ no, frame }) => ({ no, at: frame.at })),
    { loggerNo: logger.no, instants: readings.map(({ at }) => at) },
  )
  for (const { station_id: stationId, device_nos: deviceNos } of places) {
    await forgetToldEnergy(tx, stationId, deviceNos)
    const place = await findPlace(tx, 'stationId', stationId)
    await appendOperation(tx, {
      at: now,
      accountId: null,
      userName: logger.serial,
      action,
      stationId,
      stationName: place?.stationName ?? null,
      deviceId: null,
      deviceName: null,
      errorCode: null,
      traceId: randomUUID(),
      apiKey: null,
    })
  }
}

import { gunzipSync } from 'node:zlib'
import type { IngestBatch } from '@helioport/contract/ingest'
import { createPlant } from '../device/plant.ts'
import type { Delivery, IngestDoor } from '@helioport/gateway/ingest-door'
import { quartzErrorMs } from '../logger/logger-clock.ts'
import { reportLive } from '../logger/report-live.ts'
import { stampedPlant } from '../logger/stamped-plant.ts'
import { createLogger } from '../logger/virtual-logger.ts'
import type { Switchboard } from '../switchboard/switchboard.ts'
import { simulatedClock } from '../time/simulated-clock.ts'
import { tickAtOrBefore } from '../time/tick.ts'
import type { PlantSpec } from '../world/plant.ts'

/** One upload as received by the service. */
export interface Upload {
  plant: string
  /** When it was sent, epoch ms. */
  sentAt: number
  body: Uint8Array
  batch: IngestBatch
}

export interface PlaySettings {
  plants: readonly PlantSpec[]
  board: Switchboard
  seed: number
  /** Epoch ms. */
  from: number
  to: number
}

const accepted: Delivery = {
  kind: 'accepted',
  reply: { accepted: 0, duplicates: 0, rejected: [], serverTime: 0 },
}

/** Runs the plants on a simulated clock, as fast as the machine can; returns the accepted uploads, in order. */
export async function play({ plants, board, seed, from, to }: PlaySettings): Promise<Upload[]> {
  const clock = simulatedClock(from)
  const uploads: Upload[] = []
  for (const spec of plants) {
    const behaviours = () => board.logger(spec.key)
    const plant = stampedPlant(createPlant(spec, seed, board.devices(spec.key)), behaviours)
    const serial = `DL-${spec.key}`
    const target: IngestDoor = {
      async deliver(_key, _serial, body) {
        const batch = JSON.parse(gunzipSync(body).toString()) as IngestBatch
        uploads.push({ plant: spec.key, sentAt: clock.now(), body, batch })
        return accepted
      },
    }
    const logger = createLogger({
      plant,
      memory: { serial, key: spec.key, seq: 0, state: plant.stateAt(tickAtOrBefore(from)) },
      door: target,
      now: clock.now,
      startedAt: from,
      save: () => undefined,
      report: () => undefined,
      maxBatchRows: 1000,
      clockErrorMs: quartzErrorMs(seed, serial),
      behaviours,
    })
    void reportLive({ plantKey: spec.key, serial, logger, seed, clock })
  }
  await clock.runTo(to)
  return uploads
}

import type { FoundDevice } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { iso } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { rowTests } from '../ingest/batch.ts'
import { ingest } from '../ingest/take-batch.ts'
import { findFound } from '../inventory/queries/found-device.ts'
import { findLoggerByNo } from '../inventory/queries/logger.ts'

/** Devices that the logger reports and nobody has added yet. */
export async function listFound(service: Service, loggerId: string): Promise<FoundDevice[]> {
  return (await findFound(service.db.read, loggerId)).map(({ serial, first_at, last_at, frame }) => ({
    serial,
    model: frame.model ?? null,
    ratedPowerW: frame.ratedPowerW ?? null,
    powerW: frame.powerW ?? null,
    energyTotalKwh: frame.energyTotalKwh ?? null,
    mpptCount: Math.max(frame.mpptVoltageV?.length ?? 0, frame.mpptCurrentA?.length ?? 0),
    stringCount: frame.stringCurrentA?.length ?? 0,
    firstAt: iso(first_at),
    lastAt: iso(last_at),
  }))
}

/** Ingests the frame that was kept before the device was added, so that the device's page is not empty at first. */
export async function takeFirstFrame(service: Service, loggerNo: number, frame: DeviceFrame | null): Promise<void> {
  if (!frame) return
  const logger = await findLoggerByNo(service.db.read, loggerNo)
  const batch = { logger: logger.serial, seq: 0, loggerTime: 0, uptimeS: 0, devices: [frame] }
  await ingest(service, logger, batch, rowTests, 'again')
}

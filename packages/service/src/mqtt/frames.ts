import type { DeviceFrame } from '@helioport/contract/ingest'
import { applyMapping, joinParts, type MappedPart, type PayloadMapping } from '@helioport/contract/mapping'
import type { Service } from '../base/service.ts'
import { rowTests } from '../ingest/batch.ts'
import { ingest } from '../ingest/take-batch.ts'
import { findLoggerByNo } from '../inventory/queries/logger.ts'
import type { StoredMessage } from './queries/message.ts'

/** Stores frames of a logger by the rules of every batch; returns after the commit. */
export async function sendFrames(service: Service, loggerNo: number, devices: DeviceFrame[]): Promise<void> {
  const logger = await findLoggerByNo(service.db.read, loggerNo)
  const now = service.now()
  const batch = { logger: logger.serial, seq: Math.floor(now / 1000), loggerTime: now, uptimeS: 0, devices }
  await ingest(service, logger, batch, rowTests)
}

/**
 * One frame per device with a message at `since` or later, from the newest message of each topic. Messages with values
 * and a time of their own are left out: each of them is a frame already. `messages`: the oldest first.
 */
export function framesOf(
  messages: readonly StoredMessage[],
  mappings: readonly PayloadMapping[],
  since: number,
): DeviceFrame[] {
  const bySerial = new Map<string, { parts: MappedPart[]; isNew: boolean }>()
  const gathered = mappings.filter((mapping) => !isTimed(mapping))
  for (const { is_own, topic, payload, received_at } of messages) {
    for (const mapping of is_own ? gathered : []) {
      const { part } = applyMapping({ topic, payload }, mapping, received_at)
      if (!part) continue
      const { parts, isNew } = bySerial.get(part.serial) ?? { parts: [], isNew: false }
      bySerial.set(part.serial, { parts: [...parts, part], isNew: isNew || received_at >= since })
    }
  }
  return [...bySerial.values()].flatMap(({ parts, isNew }) => (isNew ? (joinParts(parts) ?? []) : []))
}

/** Whether each message is a complete frame with its own time; such messages are never thinned out. */
export const isTimed = (mapping: PayloadMapping): boolean => mapping.time !== undefined && mapping.fields.length > 0

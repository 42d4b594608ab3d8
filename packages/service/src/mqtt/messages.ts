import type { MqttAccess, MqttMessage, PayloadMapping } from '@helioport/contract'
import { unitsOf } from '@helioport/contract/mapping'
import { iso } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { keptMs, watchedMs } from './bounds.ts'
import {
  deleteOldMessages,
  findMessages,
  findOwnLogger,
  type MqttLogger,
  updateMappings,
  watchLogger,
} from './queries/message.ts'
import { ownRoot } from './topics.ts'

/** @throws Problem notFound, also for a logger at a station that another account shares */
async function ownLogger(service: Service, accountId: string, loggerId: string): Promise<MqttLogger> {
  const logger = await findOwnLogger(service.db.read, accountId, loggerId)
  if (!logger) throw new Problem('notFound')
  return logger
}

/** @throws Problem notFound */
export async function findAccess(service: Service, accountId: string, loggerId: string): Promise<MqttAccess> {
  const { serial, mqtt_mappings } = await ownLogger(service, accountId, loggerId)
  return {
    broker: service.settings.mqtt ?? null,
    userName: serial,
    topic: ownRoot(serial).slice(0, -1),
    mappings: mqtt_mappings,
  }
}

/** @throws Problem notFound, request.invalid (a unit that does not fit its value) */
export async function saveMappings(
  service: Service,
  accountId: string,
  loggerId: string,
  mappings: readonly PayloadMapping[],
): Promise<void> {
  requireUnits(mappings)
  const isOwn = await service.db.transaction((tx) => updateMappings(tx, accountId, loggerId, mappings))
  if (!isOwn) throw new Problem('notFound')
}

/** Refuses units that do not fit, such as power in kWh: their mapping would never yield a value. */
function requireUnits(mappings: readonly PayloadMapping[]): void {
  const issues = mappings.flatMap(({ fields }, nth) =>
    fields.flatMap(({ field, unit }, at) =>
      unitsOf(field).includes(unit)
        ? []
        : [{ path: `/mappings/${nth}/fields/${at}/unit`, message: `is none of ${unitsOf(field).join(', ')}` }],
    ),
  )
  if (issues.length > 0) throw new Problem('request.invalid', { issues })
}

/** Newest first. Messages are kept for some minutes after the last call. @throws Problem notFound */
export async function listMessages(service: Service, accountId: string, loggerId: string): Promise<MqttMessage[]> {
  const { id, mqtt_watched_until } = await ownLogger(service, accountId, loggerId)
  const until = service.now() + watchedMs
  // A page that polls every few seconds causes one write a minute.
  if (until - (mqtt_watched_until ?? 0) > watchedMs / 5)
    await service.db.transaction((tx) => watchLogger(tx, accountId, id, until))
  const rows = await findMessages(service.db.read, id, service.now() - keptMs)
  return rows.toReversed().map(({ topic, is_own, payload, received_at }) => ({
    topic,
    isOwn: is_own,
    payload,
    receivedAt: iso(received_at),
  }))
}

export async function forgetOldMessages(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteOldMessages(tx, service.now() - keptMs))
}

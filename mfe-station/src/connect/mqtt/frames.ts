import type { MqttMessage } from '@helioport/contract'
import {
  applyMapping,
  joinParts,
  type MappedField,
  type MappedPart,
  type PayloadMapping,
} from '@helioport/contract/mapping'

/** The frame of one device that the received messages would give. */
export interface SeenFrame {
  serial: string
  /** Epoch ms. */
  at: number
  values: [field: MappedField, value: number][]
  /** Fields that stay unknown, with the reasons. */
  unknown: MappedPart['unknown']
}

/** Applies the service's own rule. `messages`: newest first. */
export function framesOf(messages: readonly MqttMessage[], mappings: readonly PayloadMapping[]): SeenFrame[] {
  const parts = messages.toReversed().flatMap(({ isOwn, topic, payload, receivedAt }) => {
    if (!isOwn) return []
    const at = Date.parse(receivedAt)
    return mappings.flatMap((mapping) => applyMapping({ topic, payload }, mapping, at).part ?? [])
  })
  const bySerial = Map.groupBy(parts, ({ serial }) => serial)
  return [...bySerial].flatMap(([serial, own]) => {
    const values: Partial<Record<MappedField, number>> = Object.assign({}, ...own.map((part) => part.values))
    const frame = joinParts(own)
    const unknown = own.flatMap((part) => part.unknown).filter(({ field }) => values[field] === undefined)
    if (!frame && unknown.length === 0) return []
    const at = frame?.at ?? Math.max(...own.map((part) => part.at))
    return [{ serial, at, values: Object.entries(values) as SeenFrame['values'], unknown }]
  })
}

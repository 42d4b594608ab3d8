import Type, { type Static } from 'typebox'
import { Instant, Nullable, object } from './common.ts'
import { PayloadMapping } from './mapping.ts'

const Broker = object({ host: Type.String(), port: Type.Integer(), isTls: Type.Boolean() })

/** Whether a station is published to its account's home servers, and which broker and logger these use. */
export const HomeAssistant = object({
  isOn: Type.Boolean(),
  /** Null: this portal has no broker. */
  broker: Nullable(Broker),
  /** Discovery prefix to set in Home Assistant. */
  discoveryPrefix: Type.String(),
})
export type HomeAssistant = Static<typeof HomeAssistant>

export const HomeAssistantInput = object({ isOn: Type.Boolean() })
export type HomeAssistantInput = Static<typeof HomeAssistantInput>

/**
 * MQTT access of a logger that sends its own message format, and the mappings of its messages. The password is one of
 * the logger's keys.
 */
export const MqttAccess = object({
  /** Null: this portal has no broker. */
  broker: Nullable(Broker),
  userName: Type.String(),
  /** Prefix of all topics of the logger, without a trailing slash. */
  topic: Type.String(),
  mappings: Type.Array(PayloadMapping),
})
export type MqttAccess = Static<typeof MqttAccess>

/** The newest message of a topic. */
export const MqttMessage = object({
  /** Relative to the logger's topic; the whole topic if the message was sent elsewhere and was dropped. */
  topic: Type.String(),
  isOwn: Type.Boolean(),
  payload: Type.String(),
  receivedAt: Instant,
})
export type MqttMessage = Static<typeof MqttMessage>

export const MappingsInput = object({ mappings: Type.Array(PayloadMapping, { maxItems: 60 }) })
export type MappingsInput = Static<typeof MappingsInput>

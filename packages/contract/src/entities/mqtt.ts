import Type, { type Static } from 'typebox'
import { Instant, Nullable, object } from './common.ts'
import { PayloadMapping } from './mapping.ts'

const Broker = object({ host: Type.String(), port: Type.Integer(), isTls: Type.Boolean() })

/** Whether a station is told to the home servers of its account, and where these listen as one of its loggers. */
export const HomeAssistant = object({
  isOn: Type.Boolean(),
  /** Null: this portal has no broker. */
  broker: Nullable(Broker),
  /** Home Assistant is set to this prefix of its discovery. */
  discoveryPrefix: Type.String(),
})
export type HomeAssistant = Static<typeof HomeAssistant>

export const HomeAssistantInput = object({ isOn: Type.Boolean() })
export type HomeAssistantInput = Static<typeof HomeAssistantInput>

/** Where a logger sends by MQTT with its own words, and how they are read. The password is one of its keys. */
export const MqttAccess = object({
  /** Null: this portal has no broker. */
  broker: Nullable(Broker),
  userName: Type.String(),
  /** Everything that the logger sends lies below; without a slash at its end. */
  topic: Type.String(),
  mappings: Type.Array(PayloadMapping),
})
export type MqttAccess = Static<typeof MqttAccess>

/** The newest message of a topic. */
export const MqttMessage = object({
  /** Below the logger's topic; of one that was sent elsewhere, and so dropped, the whole topic. */
  topic: Type.String(),
  isOwn: Type.Boolean(),
  payload: Type.String(),
  receivedAt: Instant,
})
export type MqttMessage = Static<typeof MqttMessage>

export const MappingsInput = object({ mappings: Type.Array(PayloadMapping, { maxItems: 60 }) })
export type MappingsInput = Static<typeof MappingsInput>

import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { HomeAssistant, HomeAssistantInput, MappingsInput, MqttAccess, MqttMessage } from '../entities/mqtt.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const ofLogger = { access: 'main', right: 'manage', params: object({ loggerId: Id }) } as const

export const mqttEndpoints = {
  'GET /loggers/:loggerId/mqtt': {
    ...ofLogger,
    summary: 'Where a logger sends its own messages by MQTT, and how they become values; its owner alone',
    reply: MqttAccess,
    errors: ['notFound'],
  },
  'PUT /loggers/:loggerId/mqtt/mappings': {
    ...ofLogger,
    summary: 'How the messages of a logger become values; counts from its next message on',
    body: MappingsInput,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /loggers/:loggerId/mqtt/messages': {
    ...ofLogger,
    summary:
      'Newest message of each topic of the last minutes, newest first; kept from the first look on, and while there are more',
    reply: Type.Array(MqttMessage),
    errors: ['notFound'],
  },
  'GET /stations/:stationId/home-assistant': {
    access: 'main',
    right: 'manage',
    summary: 'Whether a station is told to the home servers of its account by MQTT, and where; its owner alone',
    params: object({ stationId: Id }),
    reply: HomeAssistant,
    errors: ['notFound'],
  },
  'PUT /stations/:stationId/home-assistant': {
    access: 'main',
    right: 'manage',
    summary: 'Tell a station and its inverters to the home servers of its account, or take it away from them',
    params: object({ stationId: Id }),
    body: HomeAssistantInput,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>

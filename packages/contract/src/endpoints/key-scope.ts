import type { ApiKeyScope } from '../api-key-rules.ts'
import { apiKeyEndpoints } from './api-key.ts'
import type { EndpointSpec } from './endpoint.ts'
import { ownDataEndpoints } from './own-data.ts'
import { ownMailEndpoints } from './own-mail.ts'
import { openidEndpoints } from './openid.ts'
import { passkeyEndpoints } from './passkey.ts'
import { pushEndpoints } from './push.ts'
import { registrationEndpoints } from './registration.ts'
import { securityEndpoints } from './security.ts'
import { sessionEndpoints } from './session.ts'
import { webhookEndpoints } from './webhook.ts'

/** Sessions, passwords, second factors, keys, where things are told to: a person's alone, whatever a key is allowed. */
const closed: ReadonlySet<string> = new Set([
  ...Object.keys(sessionEndpoints),
  ...Object.keys(securityEndpoints),
  ...Object.keys(passkeyEndpoints),
  ...Object.keys(openidEndpoints),
  ...Object.keys(registrationEndpoints),
  ...Object.keys(apiKeyEndpoints),
  ...Object.keys(webhookEndpoints),
  // A mail holds links that act for its person.
  ...Object.keys(ownMailEndpoints),
  ...Object.keys(ownDataEndpoints),
  ...Object.keys(pushEndpoints),
  'GET /sign-ins',
  'GET /exports/sign-ins',
  'GET /loggers/:loggerId/keys',
  // It opens a session; and whole stations go without a second question.
  'POST /virtual-plants',
  'DELETE /virtual-plants',
  // Who looks has them kept from then on: a read that changes something.
  'GET /loggers/:loggerId/mqtt/messages',
  'GET /loggers/:loggerId/mqtt',
  // Another phone asks for a proof.
  'PUT /account',
  // A stream ends with the session that opened it.
  'GET /events',
])

/** Lists that hold nothing but what lies at stations within reach, or nothing of anybody. */
const ofStations: ReadonlySet<string> = new Set([
  'GET /stations',
  'GET /stations/summary',
  'GET /stations/places',
  'GET /station-ids',
  'GET /devices',
  'GET /alarms',
  'GET /alarm-catalogue',
  'GET /commands',
  'GET /ranking',
  'GET /account/statistics',
])

const things = ['stationId', 'deviceId', 'alarmId', 'loggerId', 'commandId', 'ivScanId']

/** The scope that opens an endpoint (its name and its entry) to a key; null: no key does. */
export function keyScopeOf(name: string, spec: EndpointSpec): ApiKeyScope | null {
  if (spec.access === 'operator' || closed.has(name)) return null
  if (name.startsWith('GET ')) return 'read'
  if (spec.right === 'control' || spec.right === 'iv') return 'control'
  if (spec.proof) return null
  return 'write'
}

/** Whether a key that is limited to stations may call it: it names one of their things, or lists nothing else. */
export function keepsToStations(name: string, spec: EndpointSpec): boolean {
  return ofStations.has(name) || namesThing(spec.params) || namesThing(spec.body)
}

function namesThing(schema: unknown): boolean {
  const { required = [] } = (schema ?? {}) as { required?: string[] }
  return things.some((thing) => required.includes(thing) || required.includes(`${thing}s`))
}

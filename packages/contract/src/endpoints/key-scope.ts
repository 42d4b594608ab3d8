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

/**
 * Endpoints that no API key can call, whatever its scopes: sessions, passwords, second factors, keys, notification
 * addresses.
 */
const closed: ReadonlySet<string> = new Set([
  ...Object.keys(sessionEndpoints),
  ...Object.keys(securityEndpoints),
  ...Object.keys(passkeyEndpoints),
  ...Object.keys(openidEndpoints),
  ...Object.keys(registrationEndpoints),
  ...Object.keys(apiKeyEndpoints),
  ...Object.keys(webhookEndpoints),
  // A mail contains links that act for the account.
  ...Object.keys(ownMailEndpoints),
  ...Object.keys(ownDataEndpoints),
  ...Object.keys(pushEndpoints),
  'GET /sign-ins',
  'GET /exports/sign-ins',
  'GET /loggers/:loggerId/keys',
  // POST opens a session; DELETE removes whole stations without confirmation.
  'POST /virtual-plants',
  'DELETE /virtual-plants',
  // Reading turns on the storing of messages, so these reads change state.
  'GET /loggers/:loggerId/mqtt/messages',
  'GET /loggers/:loggerId/mqtt',
  // Changing the phone number needs a proof.
  'PUT /account',
  // A stream ends with its session, and a key has none.
  'GET /events',
])

/** Lists that contain only data of stations in reach, or no personal data. */
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

/** The scope that a key needs for an endpoint (its name and its entry); null: no key can call it. */
export function keyScopeOf(name: string, spec: EndpointSpec): ApiKeyScope | null {
  if (spec.access === 'operator' || closed.has(name)) return null
  if (name.startsWith('GET ')) return 'read'
  if (spec.right === 'control' || spec.right === 'iv') return 'control'
  if (spec.proof) return null
  return 'write'
}

/**
 * Whether a key limited to stations may call the endpoint: it names an object of a station, or lists only such data.
 */
export function keepsToStations(name: string, spec: EndpointSpec): boolean {
  return ofStations.has(name) || namesThing(spec.params) || namesThing(spec.body)
}

function namesThing(schema: unknown): boolean {
  const { required = [] } = (schema ?? {}) as { required?: string[] }
  return things.some((thing) => required.includes(thing) || required.includes(`${thing}s`))
}

import { accountEndpoints } from './account.ts'
import { alarmEndpoints } from './alarm.ts'
import { apiKeyEndpoints } from './api-key.ts'
import { commandEndpoints } from './command.ts'
import { deviceEndpoints } from './device.ts'
import { exportEndpoints } from './export.ts'
import { liveEventEndpoints } from './live-event.ts'
import { fleetEndpoints } from './fleet.ts'
import { historyImportEndpoints } from './history-import.ts'
import { loggerEndpoints } from './logger.ts'
import { mqttEndpoints } from './mqtt.ts'
import { openidEndpoints } from './openid.ts'
import { passkeyEndpoints } from './passkey.ts'
import { pictureEndpoints } from './picture.ts'
import { operatorEndpoints } from './operator.ts'
import { ownDataEndpoints } from './own-data.ts'
import { ownMailEndpoints } from './own-mail.ts'
import { profileEndpoints } from './profile.ts'
import { pushEndpoints } from './push.ts'
import { keptAsideEndpoints } from './kept-aside.ts'
import { recordEndpoints } from './record.ts'
import { registrationEndpoints } from './registration.ts'
import { securityEndpoints } from './security.ts'
import { sessionEndpoints } from './session.ts'
import { sharingEndpoints } from './sharing.ts'
import { stationEndpoints } from './station.ts'
import { statisticsEndpoints } from './statistics.ts'
import { tariffEndpoints } from './tariff.ts'
import { videoEndpoints } from './video.ts'
import { virtualPlantsEndpoints } from './virtual-plants.ts'
import { webhookEndpoints } from './webhook.ts'

/**
 * The one table of endpoints; the key is method and path below /api/web/v1.
 * The service's routes, the client's typed calls, the OpenAPI document and the generated tests derive from it.
 * A browser package may import only its types: schemas are not shipped.
 */
export const endpoints = {
  ...sessionEndpoints,
  ...registrationEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...passkeyEndpoints,
  ...openidEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  ...profileEndpoints,
  ...ownMailEndpoints,
  ...ownDataEndpoints,
  ...pushEndpoints,
  ...operatorEndpoints,
  ...stationEndpoints,
  ...fleetEndpoints,
  ...sharingEndpoints,
  ...tariffEndpoints,
  ...keptAsideEndpoints,
  ...historyImportEndpoints,
  ...pictureEndpoints,
  ...videoEndpoints,
  ...deviceEndpoints,
  ...loggerEndpoints,
  ...mqttEndpoints,
  ...virtualPlantsEndpoints,
  ...commandEndpoints,
  ...alarmEndpoints,
  ...recordEndpoints,
  ...exportEndpoints,
  ...statisticsEndpoints,
  ...liveEventEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type { Access, BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from './endpoint.ts'
export { keepsToStations, keyScopeOf } from './key-scope.ts'
export { LiveEvent } from '../entities/live-event.ts'

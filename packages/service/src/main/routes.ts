import { openidRoutes } from '../openid/routes.ts'
import { passkeyRoutes } from '../passkey/routes.ts'
import { registrationRoutes } from '../account/registration-routes.ts'
import { accountRoutes } from '../account/routes.ts'
import { sessionRoutes } from '../account/session-routes.ts'
import { subAccountRoutes } from '../account/sub-account-routes.ts'
import { alarmRoutes } from '../alarm/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { bulletinRoutes } from '../bulletin/routes.ts'
import { commandRoutes } from '../command/routes.ts'
import { energyRoutes } from '../energy/routes.ts'
import { exportRoutes } from '../export/routes.ts'
import { fileImportRoutes } from '../file-import/routes.ts'
import { healthRoutes } from '../health/routes.ts'
import type { Handlers } from '../http/handler.ts'
import type { Live } from '../live/hub.ts'
import { keptAsideRoutes } from '../ingest/kept-aside-routes.ts'
import { mqttRoutes } from '../mqtt/routes.ts'
import { keyRoutes } from '../key/routes.ts'
import { liveRoutes } from '../live/routes.ts'
import { ownDataRoutes } from '../own-data/routes.ts'
import { pictureRoutes } from '../picture/routes.ts'
import { pushRoutes } from '../push/routes.ts'
import { reportRoutes } from '../report/routes.ts'
import { fleetRoutes } from '../station/fleet-routes.ts'
import { deviceRoutes } from '../station/device-routes.ts'
import { loggerRoutes } from '../station/logger-routes.ts'
import { stationRoutes } from '../station/routes.ts'
import { shareRoutes } from '../station/share-routes.ts'
import { tariffRoutes } from '../station/tariff-routes.ts'
import { statisticsRoutes } from '../statistics/routes.ts'
import { telemetryRoutes } from '../telemetry/routes.ts'
import { webhookRoutes } from '../webhook/routes.ts'

/** One handler per endpoint of the contract's table: a missing one is a type error here. */
export const routesOf = (live: Live): Handlers => ({
  ...accountRoutes,
  ...passkeyRoutes,
  ...openidRoutes,
  ...alarmRoutes,
  ...auditRoutes,
  ...bulletinRoutes,
  ...commandRoutes,
  ...deviceRoutes,
  ...fleetRoutes,
  ...loggerRoutes,
  ...energyRoutes,
  ...exportRoutes,
  ...fileImportRoutes,
  ...healthRoutes,
  ...keptAsideRoutes,
  ...keyRoutes,
  ...liveRoutes(live),
  ...mqttRoutes,
  ...ownDataRoutes,
  ...pictureRoutes,
  ...pushRoutes,
  ...registrationRoutes,
  ...reportRoutes,
  ...sessionRoutes,
  ...shareRoutes,
  ...stationRoutes,
  ...statisticsRoutes,
  ...subAccountRoutes,
  ...tariffRoutes,
  ...telemetryRoutes,
  ...webhookRoutes,
})

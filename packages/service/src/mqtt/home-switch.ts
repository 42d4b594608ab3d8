import type { HomeAssistant } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findHomeSwitch, setHomeSwitch } from './queries/home.ts'
import { homeRoot } from './topics.ts'

/** @throws Problem notFound, also for a station that another account shares */
export async function findHome(service: Service, accountId: string, stationId: string): Promise<HomeAssistant> {
  const isOn = await findHomeSwitch(service.db.read, accountId, stationId)
  if (isOn === null) throw new Problem('notFound')
  return { isOn, broker: service.settings.mqtt ?? null, discoveryPrefix: homeRoot(accountId).slice(0, -1) }
}

/** @throws Problem notFound */
export async function switchHome(service: Service, accountId: string, stationId: string, isOn: boolean): Promise<void> {
  const isOwn = await service.db.transaction((tx) => setHomeSwitch(tx, accountId, stationId, isOn))
  if (!isOwn) throw new Problem('notFound')
}

import type { PlantState } from '../device/plant.ts'
import type { ScenarioName } from '../scenario/scenario.ts'
import type { Switch } from '../switchboard/switchboard.ts'
import type { LoggerRegistration } from './create.ts'

/** One plant as registered in the portal; each field is set once the portal has answered. */
export interface PlantRegistration extends LoggerRegistration {
  stationId?: string
  /** Serials of the registered devices. */
  devices: string[]
  seq: number
  state: PlantState
}

/** DIR/fleet.json. */
export interface FleetState {
  version: 1
  seed: number
  account: string
  /** First start, epoch ms: base of the world's relative times such as "last week". */
  beganAt: number
  scenario?: ScenarioName | undefined
  /** Switches that may still affect unacknowledged frames. */
  switches?: Switch[]
  plants: Record<string, PlantRegistration>
}

import type { PlantState } from '../device/plant.ts'
import type { ScenarioName } from '../scenario/scenario.ts'
import type { Switch } from '../switchboard/switchboard.ts'
import type { LoggerRegistration } from './create.ts'

/** One plant as the portal knows it; each part is filled in as soon as the portal has answered. */
export interface PlantRegistration extends LoggerRegistration {
  stationId?: string
  /** Serials that the portal has. */
  devices: string[]
  seq: number
  state: PlantState
}

/** DIR/fleet.json. */
export interface FleetState {
  version: 1
  seed: number
  account: string
  /** First start, epoch ms: what the world's "last week" is counted from. */
  beganAt: number
  scenario?: ScenarioName | undefined
  /** All that was ever switched on and may still be seen in frames that are not acknowledged yet. */
  switches?: Switch[]
  plants: Record<string, PlantRegistration>
}

import { createPlant, type Plant } from '../device/plant.ts'
import { stampedPlant } from '../logger/stamped-plant.ts'
import { type ScenarioName, scenarioWorld } from '../scenario/scenario.ts'
import type { PlantSpec } from '../world/plant.ts'
import { createSwitchboard, type Switch, type Switchboard } from './switchboard.ts'

export interface WorldSettings {
  seed: number
  beganAt: number
  scenario?: ScenarioName | undefined
  switches: Switch[]
}

/**
 * The plants of a world by key, with their active behaviours and their loggers' time stamps. `specs`: plants to use
 * instead of the scenario's.
 */
export function switchedWorld(
  { seed, beganAt, scenario, switches }: WorldSettings,
  specs = scenarioWorld(scenario, seed, beganAt),
): {
  specs: PlantSpec[]
  plants: Map<string, Plant>
  board: Switchboard
} {
  const board = createSwitchboard(specs, seed, switches)
  const plants = specs.map((spec) =>
    stampedPlant(createPlant(spec, seed, board.devices(spec.key)), () => board.logger(spec.key)),
  )
  return { specs, plants: new Map(plants.map((plant) => [plant.spec.key, plant])), board }
}

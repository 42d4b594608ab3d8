import type { CommandTiming } from './commands/run-commands.ts'
import type { ScenarioName } from './scenario/scenario.ts'
import type { Clock } from './time/clock.ts'
import type { PlantSpec } from './world/plant.ts'

export interface FleetSettings {
  /** Origin of the service. */
  api: string
  stateFile: string
  account: string
  /** Of the account; null: a session speaks for it, or everything is registered already. */
  password: string | null
  /** Token of a session that may add stations, and ends with that. */
  session?: string | undefined
  /** Keys of the plants that run; without: all. */
  only?: readonly string[] | undefined
  /** Begins the names of the stations. */
  mark?: string | undefined
  historyDays: number
  seed: number
  scenario?: ScenarioName | undefined
  /** Plants of one's own instead of the usual ones or a scenario's; their history is worked out in this thread. */
  world?: ((seed: number, beganAt: number) => PlantSpec[]) | undefined
  /** Broker that a share of the loggers push to, 0 to 1, instead of the service's HTTP door. */
  mqtt?: { url: string; share: number } | undefined
  /** Port of the door for behaviours, on loopback; 0: any that is free; undefined: no door. */
  doorPort?: number | undefined
  /** Loggers ask for commands and execute them; undefined: they only report. */
  commands?: CommandTiming | undefined
  clock: Clock
  say: (text: string) => void
}

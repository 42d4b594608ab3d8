import type { CommandTiming } from './commands/run-commands.ts'
import type { ScenarioName } from './scenario/scenario.ts'
import type { Clock } from './time/clock.ts'
import type { PlantSpec } from './world/plant.ts'

export interface FleetSettings {
  /** Origin of the service. */
  api: string
  stateFile: string
  account: string
  /** Password of the account; null: a session is used, or everything is already registered. */
  password: string | null
  /** Token of a session for adding stations; the session is ended afterwards. */
  session?: string | undefined
  /** Keys of the plants to run; absent: all. */
  only?: readonly string[] | undefined
  /** Prefix of the stations' names. */
  mark?: string | undefined
  historyDays: number
  seed: number
  scenario?: ScenarioName | undefined
  /** Custom plants instead of the usual ones or a scenario's; their history is computed in this thread. */
  world?: ((seed: number, beganAt: number) => PlantSpec[]) | undefined
  /** Broker, and the share of loggers, 0 to 1, that push to it instead of the service's HTTP door. */
  mqtt?: { url: string; share: number } | undefined
  /** Port of the door for behaviours, on loopback; 0: any free port; undefined: no door. */
  doorPort?: number | undefined
  /** Timing of command execution; undefined: loggers only report. */
  commands?: CommandTiming | undefined
  clock: Clock
  say: (text: string) => void
}

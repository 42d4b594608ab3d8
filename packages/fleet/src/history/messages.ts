import type { PlantState } from '../device/plant.ts'
import type { Envelope } from '../logger/batch.ts'
import type { ScenarioName } from '../scenario/scenario.ts'
import type { Switch } from '../switchboard/switchboard.ts'

/** Main thread to worker: the world to simulate. */
export interface HistoryWorld {
  seed: number
  beganAt: number
  scenario: ScenarioName | undefined
  switches: Switch[]
}

/** Main thread to worker: compute the next batch of one plant. */
export interface HistoryOrder {
  id: number
  plantKey: string
  state: PlantState
  until: number
  maxRows: number
  envelope: Envelope
}

/** Worker to main thread. `rows` 0: there were no readings up to `state.at`. */
export interface HistoryBatch {
  id: number
  body: Uint8Array
  rows: number
  /** The plant after the last tick of this batch. */
  state: PlantState
}

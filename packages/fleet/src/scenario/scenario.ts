import { lastClockChange } from '@helioport/time/node'
import { createSwitchboard, type Switch, type SwitchOrder } from '../switchboard/switchboard.ts'
import type { PlantSpec } from '../world/plant.ts'
import { world } from '../world/world.ts'
import { cloudless, stormy } from './sky.ts'

/** A world with scripted events. */
export interface Scenario {
  /** What the portal should show. */
  about: string
  change?: (plant: PlantSpec) => PlantSpec
  /** Switch orders, with times relative to the first start (epoch ms). */
  orders: (plants: readonly PlantSpec[], beganAt: number) => SwitchOrder[]
  /** History that the scenario needs, days before the first start. */
  historyDays?: (beganAt: number) => number
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** A zone with daylight saving time, for the scenario of a clock change. */
const zoneWithChange = 'Europe/Berlin'

/** One order per plant; minutes from the first start. */
function each(
  plants: readonly PlantSpec[],
  beganAt: number,
  [from, to]: [number, number],
  order: (plant: PlantSpec) => Pick<SwitchOrder, 'behaviour' | 'parameters' | 'serial'>,
): SwitchOrder[] {
  return plants.map((plant) => ({
    plant: plant.key,
    from: beganAt + from * minuteMs,
    to: beganAt + to * minuteMs,
    ...order(plant),
  }))
}

export const scenarios = {
  calm: {
    about:
      'Cloudless, nothing wrong: smooth day curves, every device Normal by day and Standby by night, no alarm but the low-light codes of dawn and dusk, no gap.',
    change: (plant) => ({
      ...plant,
      climate: cloudless(plant.climate),
      inverters: plant.inverters.map((inverter) => ({ ...inverter, behaviours: [] })),
    }),
    orders: () => [],
  },
  storm: {
    about:
      'Heavy broken cloud: ragged curves; from minute 20 to 32 E2 on every inverter that is awake and no power; from 40 to 70 the last inverter of each plant Offline, from 80 to 105 each whole plant, all of it backfilled.',
    change: (plant) => ({ ...plant, climate: stormy(plant.climate) }),
    orders: (plants, beganAt) => [
      ...each(plants, beganAt, [20, 32], () => ({ behaviour: 'gridVoltage', parameters: { percent: 65 } })),
      ...each(plants, beganAt, [40, 70], ({ inverters }) => ({
        behaviour: 'deviceOffline',
        serial: inverters.at(-1)?.serial,
      })),
      ...each(plants, beganAt, [80, 105], () => ({ behaviour: 'loggerOffline' })),
    ],
  },
  'grid-trip': {
    about:
      'From minute 30 to 70 every plant that is awake loses its grid: E3 and Standby (waiting for the grid) on each inverter, 0 W at noon, then all of them back within five minutes, one after another.',
    orders: (plants, beganAt) => each(plants, beganAt, [30, 70], () => ({ behaviour: 'gridTrip' })),
  },
  dst: {
    about:
      "History reaches back over the last change of the clocks in Germany: that day has 25 hours (autumn) or 23 (spring), no gap and no hour twice, its energy the difference of the counters; each day's own counter starts at local midnight.",
    orders: () => [],
    historyDays: (beganAt) => {
      const change = lastClockChange(beganAt, zoneWithChange)
      return change === null ? 0 : Math.ceil((beganAt - change) / dayMs) + 2
    },
  },
  backlog: {
    about:
      'From minute 10 to 100 every logger but the first has no connection: those plants show the age of their data and Offline, then their newest values first, and within minutes the gap closes from its oldest end, marked backfilled, with nothing lost.',
    orders: (plants, beganAt) => each(plants.slice(1), beganAt, [10, 100], () => ({ behaviour: 'loggerOffline' })),
  },
} as const satisfies Record<string, Scenario> as Readonly<
  Record<'calm' | 'storm' | 'grid-trip' | 'dst' | 'backlog', Scenario>
>

export type ScenarioName = keyof typeof scenarios
export const scenarioNames = Object.keys(scenarios) as ScenarioName[]

/** The plants of a scenario, or of the usual world. */
export function scenarioWorld(name: ScenarioName | undefined, seed: number, beganAt: number): PlantSpec[] {
  const plants = world(seed, beganAt)
  const change = name && scenarios[name].change
  return change ? plants.map(change) : plants
}

/** The switches of a scenario, ready to be saved. */
export function scenarioSwitches(
  name: ScenarioName | undefined,
  seed: number,
  beganAt: number,
  plants = scenarioWorld(name, seed, beganAt),
): Switch[] {
  const switches: Switch[] = []
  if (!name) return switches
  const board = createSwitchboard(plants, seed, switches)
  for (const order of scenarios[name].orders(plants, beganAt)) board.switchOn(order)
  return switches
}

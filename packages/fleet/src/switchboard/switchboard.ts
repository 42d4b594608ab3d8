import type { Behaviour } from '../device/behaviour.ts'
import type { Switched } from '../device/plant.ts'
import type { LoggerBehaviour } from '../logger/logger-behaviour.ts'
import type { PlantSpec } from '../world/plant.ts'
import { BehaviourError } from './behaviour-error.ts'
import { checkedValues, type Value, type Values } from './kind.ts'
import { kindOf } from './registry.ts'

/** An order to switch a behaviour on. */
export interface SwitchOrder {
  /** Key of a plant. */
  plant: string
  /** One device of the plant; absent: all its devices, or the logger. */
  serial?: string | undefined
  behaviour: string
  parameters?: Readonly<Record<string, Value>> | undefined
  /** Epoch ms. `to` null: until it is switched off. */
  from: number
  to: number | null
}

/** A switched behaviour as saved: plain JSON. Ended switches are kept, since late frames are recomputed. */
export interface Switch {
  id: number
  plant: string
  serial: string | null
  behaviour: string
  parameters: Values
  from: number
  to: number | null
}

export interface Switchboard {
  /** Throws BehaviourError: `plant.unknown`, `device.unknown`, `behaviour.unknown`, `behaviour.wholePlantOnly`, `parameter.unknown`, `parameter.outOfRange`, `span.empty`. */
  switchOn: (order: SwitchOrder) => Switch
  /**
   * Ends a switch at `at`, or cancels one that has not begun. Throws BehaviourError `switch.unknown`, `switch.ended`.
   */
  switchOff: (id: number, at: number) => Switch
  /** All switches, oldest first; the same array that is saved. */
  switches: readonly Switch[]
  devices: (plantKey: string) => Switched
  logger: (plantKey: string) => readonly LoggerBehaviour[]
}

interface Made {
  devices: Map<string, Behaviour[]>
  loggers: LoggerBehaviour[]
}

const none: readonly Behaviour[] = []

/** Switchboard for a world of plants. `saved` is used directly: entries are added to it and changed in it. */
export function createSwitchboard(plants: readonly PlantSpec[], seed: number, saved: Switch[] = []): Switchboard {
  const made = new Map<string, Made>(plants.map(({ key }) => [key, { devices: new Map(), loggers: [] }]))

  function place(entry: Switch): void {
    const plant = plants.find(({ key }) => key === entry.plant)
    const own = made.get(entry.plant)
    if (!plant || !own)
      throw new BehaviourError('plant.unknown', `no plant ${entry.plant}; there are: ${[...made.keys()].join(', ')}`)
    const declared = kindOf(entry.behaviour)
    // A getter, since switching off changes `to`.
    const span = {
      from: entry.from,
      get to() {
        return entry.to ?? Number.POSITIVE_INFINITY
      },
    }
    if (declared.scope === 'plant') {
      if (entry.serial !== null) {
        throw new BehaviourError(
          'behaviour.wholePlantOnly',
          `${declared.name} goes on with a logger: leave the serial out`,
        )
      }
      own.loggers.push(declared.make(span, entry.parameters))
      return
    }
    const targets = plant.inverters.filter(({ serial }) => entry.serial === null || serial === entry.serial)
    if (targets.length === 0)
      throw new BehaviourError('device.unknown', `no device ${entry.serial} in plant ${entry.plant}`)
    const behaviours = targets.map((inverter) =>
      declared.make(span, entry.parameters, { seed, inverter, timeZone: plant.timeZone }),
    )
    for (const [i, { serial }] of targets.entries()) {
      const behaviour = behaviours[i]
      if (behaviour) own.devices.set(serial, [...(own.devices.get(serial) ?? []), behaviour])
    }
  }

  for (const entry of saved) place(entry)

  return {
    switches: saved,
    switchOn({ plant, serial, behaviour, parameters, from, to }) {
      if (to !== null && to <= from) throw new BehaviourError('span.empty', 'it would end before it begins')
      const values = checkedValues(kindOf(behaviour), parameters ?? {})
      const id = Math.max(0, ...saved.map((entry) => entry.id)) + 1
      const entry: Switch = { id, plant, serial: serial ?? null, behaviour, parameters: values, from, to }
      place(entry)
      saved.push(entry)
      return entry
    },
    switchOff(id, at) {
      const entry = saved.find((one) => one.id === id)
      if (!entry) throw new BehaviourError('switch.unknown', `nothing is switched on under ${id}`)
      if (entry.to !== null && entry.to <= at) throw new BehaviourError('switch.ended', `${id} ended already`)
      entry.to = Math.max(entry.from, at)
      return entry
    },
    devices: (plantKey) => {
      const own = made.get(plantKey)
      return (serial) => own?.devices.get(serial) ?? none
    },
    logger: (plantKey) => made.get(plantKey)?.loggers ?? [],
  }
}

import type { Unit } from '../cell/units.ts'
import {
  energyUnits,
  type EnergyUnit,
  powerUnits,
  type PowerUnit,
  sensorNames,
  type SensorUnit,
} from '../cell/units.ts'
import { deviceQuantities, type DevicePlan, type ImportPlan } from '../plan.ts'
import type { DecimalMark } from '../cell/number-style.ts'
import type { SeriesPlan } from '../series/unfold.ts'
import type { GuessedColumn, KnownDevice } from './guess-plan.ts'

/** The guess with a person's answers. */
export interface ChosenPlan {
  delimiter: string | null
  time: { column: string; format: string; zone: string; stamp: 'start' | 'end' }
  /** Null: found from the numbers of the whole file. */
  decimal: DecimalMark | null
  /** Null: found from the rows. */
  intervalMinutes: number | null
  /** Null: each line has the values of all sources. */
  series: SeriesPlan | null
  columns: readonly GuessedColumn[]
}

export interface DevicedPlan extends ImportPlan {
  /** Ids in the order of `devices`. */
  deviceIds: string[]
}

/**
 * The plan by which the file is read: the first column per device and quantity, and the mean of all columns of a
 * sensor. Columns without a unit, or without a device that they need, are left out.
 */
export function planOf(chosen: ChosenPlan, devices: readonly KnownDevice[]): DevicedPlan {
  const own = devices.flatMap((device) => {
    const plan: DevicePlan = { ratedPowerW: device.ratedPowerW }
    for (const quantity of deviceQuantities) {
      const column = chosen.columns.find(({ kind, deviceId }) => kind === quantity && deviceId === device.id)
      if (column?.unit) put(plan, quantity, column.heading, column.unit)
    }
    return Object.keys(plan).length > 1 ? [{ plan, id: device.id }] : []
  })
  const sensors: NonNullable<ImportPlan['sensors']> = {}
  for (const name of sensorNames) {
    const columns = chosen.columns.filter(({ kind, unit }) => kind === name && unit !== null)
    const unit = columns[0]?.unit
    if (!unit) continue
    const same = columns.filter((column) => column.unit === unit).map(({ heading }) => heading)
    sensors[name] = { columns: same, unit: unit as SensorUnit }
  }
  return {
    time: chosen.time,
    ...(chosen.intervalMinutes !== null && { intervalMinutes: chosen.intervalMinutes }),
    ...(chosen.delimiter !== null && { delimiter: chosen.delimiter }),
    ...(chosen.decimal !== null && { decimal: chosen.decimal }),
    ...(chosen.series !== null && { series: chosen.series }),
    devices: own.map(({ plan }) => plan),
    deviceIds: own.map(({ id }) => id),
    sensors,
  }
}

function put(plan: DevicePlan, quantity: (typeof deviceQuantities)[number], column: string, unit: Unit): void {
  if (quantity === 'power' || quantity === 'dcPower') {
    if ((powerUnits as readonly Unit[]).includes(unit)) plan[quantity] = { column, unit: unit as PowerUnit }
  } else if ((energyUnits as readonly Unit[]).includes(unit)) plan[quantity] = { column, unit: unit as EnergyUnit }
}

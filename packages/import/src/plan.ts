import type { EnergyUnit, PowerUnit, SensorName, SensorUnit, Unit } from './cell/units.ts'
import type { SeriesPlan } from './series/unfold.ts'

/** Describes the columns of measured files. Columns are named by their headings. */
export interface ImportPlan {
  time: {
    column: string
    /** `iso`, `epochMs`, `epochS`, `excel`, or letters: YYYY YY MM MMM DD HH hh mm ss SSS A. */
    format: string
    /** Zone of the times (IANA); not used where a time contains an offset. */
    zone: string
    /** Whether a time is the start (default) or the end of the interval of its mean values. */
    stamp?: 'start' | 'end'
  }
  /** Distance of rows; default: found from the rows. */
  intervalMinutes?: number
  /** Default: found from the file. */
  delimiter?: string
  /** Default: found from the numbers. */
  decimal?: '.' | ','
  /** Set where each line has one source; columns are then named by the sources. */
  series?: SeriesPlan
  devices: DevicePlan[]
  sensors?: Partial<Record<SensorName, { columns: string[]; unit: SensorUnit }>>
}

export interface DevicePlan {
  /** Rated AC power, W. */
  ratedPowerW: number
  /** AC active power. */
  power?: { column: string; unit: PowerUnit }
  /** DC input power. */
  dcPower?: { column: string; unit: PowerUnit }
  /** Energy of the interval of the row. */
  energy?: { column: string; unit: EnergyUnit }
  /** Counter that restarts each day. */
  energyToday?: { column: string; unit: EnergyUnit }
  /** Lifetime counter. */
  energyTotal?: { column: string; unit: EnergyUnit }
}

export const deviceQuantities = ['power', 'dcPower', 'energy', 'energyToday', 'energyTotal'] as const

export interface PlannedColumn {
  name: string
  unit: Unit
}

/** Columns of the plan without the time, each once. */
export function columnsOf(plan: ImportPlan): PlannedColumn[] {
  const columns = new Map<string, PlannedColumn>()
  const add = (name: string, unit: Unit) => columns.set(name, { name, unit })
  for (const device of plan.devices) {
    for (const quantity of deviceQuantities) {
      const planned = device[quantity]
      if (planned) add(planned.column, planned.unit)
    }
  }
  for (const sensor of Object.values(plan.sensors ?? {})) for (const name of sensor.columns) add(name, sensor.unit)
  return [...columns.values()]
}

import type { EnergyUnit, PowerUnit, SensorName, SensorUnit, Unit } from './cell/units.ts'
import type { SeriesPlan } from './series/unfold.ts'

/** What the columns of measured files are. Columns are named by their headings. */
export interface ImportPlan {
  time: {
    column: string
    /** `iso`, `epochMs`, `epochS`, `excel`, or letters: YYYY YY MM MMM DD HH hh mm ss SSS A. */
    format: string
    /** Zone of the times (IANA); not used where a time says its own offset. */
    zone: string
    /** A row's time is the start (default) or the end of the interval that its values are means of. */
    stamp?: 'start' | 'end'
  }
  /** Distance of rows; without it the one that the rows have. */
  intervalMinutes?: number
  /** Without it the one that the file has. */
  delimiter?: string
  /** Without it the one that the numbers show. */
  decimal?: '.' | ','
  /** Where each line is of one source; columns are then named by their source. */
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
  /** Energy made in the interval of the row. */
  energy?: { column: string; unit: EnergyUnit }
  /** Counter that begins again each day. */
  energyToday?: { column: string; unit: EnergyUnit }
  /** Lifetime counter. */
  energyTotal?: { column: string; unit: EnergyUnit }
}

export const deviceQuantities = ['power', 'dcPower', 'energy', 'energyToday', 'energyTotal'] as const

export interface PlannedColumn {
  name: string
  unit: Unit
}

/** Columns that the plan wants, without the time; each once. */
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

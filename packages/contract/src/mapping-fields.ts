/** Fields that a value of a device's own message can map to, with their units and plausible ranges. */

/** Factor from the source's unit to the frame's unit. */
const units = {
  power: { W: 1, kW: 1000, mW: 0.001 },
  reactive: { var: 1, kvar: 1000 },
  energy: { kWh: 1, Wh: 0.001, MWh: 1000, Wmin: 1 / 60_000 },
  voltage: { V: 1, mV: 0.001 },
  current: { A: 1, mA: 0.001 },
  frequency: { Hz: 1, mHz: 0.001 },
  factor: { '1': 1, '%': 0.01 },
  temperature: { '°C': 1 },
  hours: { h: 1, min: 1 / 60, s: 1 / 3600 },
} as const satisfies Record<string, Record<string, number>>

type Kind = keyof typeof units
export type MappedUnit = { [K in Kind]: keyof (typeof units)[K] }[Kind]

interface FieldRule {
  kind: Kind
  /** In the frame's unit; values outside are unknown. */
  least: number
  most: number
  /** A counter of 0 has not counted yet: it is unknown, not zero. */
  isCounter?: true
}

const power = { kind: 'power', least: -1e8, most: 1e8 } as const
const counter = { kind: 'energy', least: 0, most: 1e9, isCounter: true } as const
const voltage = { kind: 'voltage', least: 0, most: 2_000 } as const
const current = { kind: 'current', least: -10_000, most: 10_000 } as const

const rules = {
  powerW: power,
  energyTotalKwh: counter,
  energyTodayKwh: { kind: 'energy', least: 0, most: 1e6 },
  dcPowerW: power,
  reactiveVar: { kind: 'reactive', least: -1e8, most: 1e8 },
  powerFactor: { kind: 'factor', least: -1.001, most: 1.001 },
  frequencyHz: { kind: 'frequency', least: 10, most: 100 },
  acVoltageV1: voltage,
  acVoltageV2: voltage,
  acVoltageV3: voltage,
  acCurrentA1: current,
  acCurrentA2: current,
  acCurrentA3: current,
  mpptVoltageV1: voltage,
  mpptVoltageV2: voltage,
  mpptVoltageV3: voltage,
  mpptVoltageV4: voltage,
  mpptCurrentA1: current,
  mpptCurrentA2: current,
  mpptCurrentA3: current,
  mpptCurrentA4: current,
  cabinetC: { kind: 'temperature', least: -60, most: 150 },
  hoursTotal: { kind: 'hours', least: 0, most: 1e6, isCounter: true },
} as const satisfies Record<string, FieldRule>

export type MappedField = keyof typeof rules
export const mappedFields = Object.keys(rules) as MappedField[]
export const mappedUnits = [...new Set(Object.values(units).flatMap((of) => Object.keys(of)))] as MappedUnit[]

export const ruleOf = (field: MappedField): FieldRule => rules[field]

/** Allowed units of a field; the first is the frame's unit. */
export const unitsOf = (field: MappedField): MappedUnit[] => Object.keys(units[rules[field].kind]) as MappedUnit[]

/** Factor to the frame's unit; null: not a unit of this field. */
export function factorOf(field: MappedField, unit: MappedUnit): number | null {
  const factors: Readonly<Record<string, number>> = units[rules[field].kind]
  return Object.hasOwn(factors, unit) ? (factors[unit] ?? null) : null
}

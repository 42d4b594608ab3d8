/** Units that a file may use, with conversion to W, kWh, W/m2, degC, m/s. */
export const powerUnits = ['W', 'kW', 'MW'] as const
export const energyUnits = ['Wh', 'kWh', 'MWh'] as const
export const sensorUnits = {
  irradianceWm2: ['W/m2', 'kW/m2'],
  horizontalWm2: ['W/m2', 'kW/m2'],
  ambientC: ['C', 'F', 'K'],
  moduleC: ['C', 'F', 'K'],
  windMs: ['m/s', 'km/h', 'mph'],
} as const
export type SensorName = keyof typeof sensorUnits
export const sensorNames = Object.keys(sensorUnits) as SensorName[]

export type PowerUnit = (typeof powerUnits)[number]
export type EnergyUnit = (typeof energyUnits)[number]
export type SensorUnit = (typeof sensorUnits)[SensorName][number]
export type Unit = PowerUnit | EnergyUnit | SensorUnit

const factors: Record<Unit, number> = {
  W: 1,
  kW: 1000,
  MW: 1_000_000,
  Wh: 0.001,
  kWh: 1,
  MWh: 1000,
  'W/m2': 1,
  'kW/m2': 1000,
  C: 1,
  F: 5 / 9,
  K: 1,
  'm/s': 1,
  'km/h': 1 / 3.6,
  mph: 0.44704,
}
const zeros: Partial<Record<Unit, number>> = { F: 32, K: 273.15 }

/** To W, kWh, W/m2, degC, m/s. */
export const fromUnit = (value: number, unit: Unit): number => (value - (zeros[unit] ?? 0)) * factors[unit]

/** The unit in a heading or a line of units, alone or in brackets; null: no known unit. */
export function unitNamed(text: string): Unit | null {
  const [, inside] = /[([]\s*([^()[\]]+?)\s*[)\]]/.exec(text) ?? []
  const plain = (inside ?? text).trim().replace('²', '2').replace(/^°/, '')
  return Object.hasOwn(factors, plain) ? (plain as Unit) : null
}

/** Plausible ranges: values outside are faults of the sensor or of the file. */
export const plausible: Record<SensorName, readonly [low: number, high: number]> = {
  irradianceWm2: [-50, 2000],
  horizontalWm2: [-50, 2000],
  ambientC: [-60, 65],
  moduleC: [-60, 120],
  windMs: [-1, 90],
}

/** Share of rated power that an inverter's AC power cannot exceed. */
export const plausiblePowerShare = 1.5

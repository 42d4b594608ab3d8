import type { Behaviour } from '../device/behaviour.ts'
import type { Grid } from '../physics/grid.ts'
import type { InverterModel } from '../physics/inverter.ts'
import type { ThermalMounting } from '../physics/module-temperature.ts'
import type { Mounting } from '../physics/plane.ts'
import type { PvModule } from '../physics/pv-module.ts'
import type { Place } from '../physics/sun.ts'
import type { Climate } from '../physics/weather.ts'

/** Strings of one orientation, on the first free trackers of an inverter. */
export interface ArraySpec {
  mppts: number
  stringsPerMppt: number
  modulesPerString: number
  module: PvModule
  mounting: Mounting
  thermal: ThermalMounting
}

/** A device: capabilities as data, and its behaviours. */
export interface InverterSpec {
  serial: string
  name: string
  model: InverterModel
  arrays: readonly ArraySpec[]
  /** YYYY-MM-DD */
  installedOn: string
  behaviours: readonly Behaviour[]
}

export interface PlantSpec {
  /** Stable key: seeds, saved state and the logger's serial derive from it. */
  key: string
  name: string
  description: string
  address: string
  place: Place
  timeZone: string
  price: number
  currency: string
  installedOn: string
  /** 1/K, of the modules used. */
  temperatureCoefficient: number
  climate: Climate
  grid: Grid
  /** Synchronous area; its plants share one frequency. */
  gridArea: string
  albedo: number
  /** Share of the datasheet's power left after age, dirt and mismatch inside the modules, 0 to 1. */
  conditionShare: number
  /** Has a weather station: plane-of-array and horizontal irradiance, temperatures, wind. */
  hasSensors: boolean
  /** kWh per kWp and year, for the initial counter readings. */
  typicalYield: number
  inverters: readonly InverterSpec[]
}

export const stringCountOf = (inverter: InverterSpec): number =>
  inverter.arrays.reduce((sum, a) => sum + a.mppts * a.stringsPerMppt, 0)

export const mpptCountOf = (inverter: InverterSpec): number => inverter.arrays.reduce((sum, a) => sum + a.mppts, 0)

/** DC power of its modules, kWp. */
export const capacityOf = (inverter: InverterSpec): number =>
  inverter.arrays.reduce(
    (sum, a) => sum + (a.mppts * a.stringsPerMppt * a.modulesPerString * a.module.datasheet.powerW) / 1000,
    0,
  )

export const plantCapacity = (plant: PlantSpec): number => plant.inverters.reduce((sum, i) => sum + capacityOf(i), 0)

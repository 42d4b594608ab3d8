import type { Mounting } from '../physics/plane.ts'
import { type MppTable, mppTable } from '../physics/mpp-table.ts'
import { normal, seedOf, uniform } from '../random/noise.ts'
import { type ArraySpec, type InverterSpec, mpptCountOf, type PlantSpec, stringCountOf } from '../world/plant.ts'

/** Standard deviation of the strings' light shares: no two strings are equal. */
const stringSpread = 0.006

export interface Tracker {
  array: ArraySpec
  view: number
  table: MppTable
  firstString: number
}

/**
 * Wiring of one inverter's modules; with voltage, power and current share of its trackers and strings in the last
 * minute.
 */
export interface Wiring {
  plant: PlantSpec
  trackers: readonly Tracker[]
  weatherSeed: number
  /** Delay of clouds between the plant's near edge and this inverter, ms. */
  lagMs: number
  /** Current of each string as a share of an ideal string's. */
  quality: Float64Array
  volts: Float64Array
  watts: Float64Array
  shares: Float64Array
}

export function wiringOf(plant: PlantSpec, spec: InverterSpec, seed: number, mountings: readonly Mounting[]): Wiring {
  const own = seedOf(seed, spec.serial)
  const stringCount = stringCountOf(spec)
  const keys = mountings.map((m) => JSON.stringify(m))
  const trackers: Tracker[] = spec.arrays.flatMap((array, a) => {
    const before = spec.arrays.slice(0, a).reduce((sum, x) => sum + x.mppts * x.stringsPerMppt, 0)
    return Array.from({ length: array.mppts }, (_, m) => ({
      array,
      view: keys.indexOf(JSON.stringify(array.mounting)),
      table: mppTable(array.module),
      firstString: before + m * array.stringsPerMppt,
    }))
  })
  return {
    plant,
    trackers,
    weatherSeed: seedOf(seed, `weather ${plant.key}`),
    lagMs: uniform(own, 1, 0) * 150_000,
    quality: Float64Array.from({ length: stringCount }, (_, i) => 1 + stringSpread * normal(own, 2, i)),
    volts: new Float64Array(mpptCountOf(spec)),
    watts: new Float64Array(mpptCountOf(spec)),
    shares: new Float64Array(stringCount),
  }
}

import { arava, cloudless, type PlantSpec, serialOf } from '@helioport/fleet/testing'

/** A plant of `count` identical, sound inverters under a cloudless desert sky. */
export function desertPlant(key: string, count: number, seed: number, began: number): PlantSpec {
  const model = arava(seed, began)
  const [first] = model.inverters
  if (!first) throw new Error('no inverter')
  return {
    ...model,
    key,
    name: key,
    climate: cloudless(model.climate),
    inverters: Array.from({ length: count }, (_, i) => ({
      ...first,
      serial: serialOf(seed, key, i + 1),
      name: `${key} ${i + 1}`,
      behaviours: [],
    })),
  }
}

import { dunhuang } from '../world/china.ts'
import { arava } from '../world/israel.ts'
import type { PlantSpec } from '../world/plant.ts'
import { serialOf } from '../world/row.ts'
import { changhua } from '../world/taiwan.ts'

/** The given number of fault-free inverters in plants of the usual sizes, all awake at 5 to 6 h UTC in June. */
export function manyPlants(count: number, began: number): PlantSpec[] {
  const kinds = [changhua(1, began), dunhuang(1, began), arava(1, began)]
  const all: PlantSpec[] = []
  for (let left = count, n = 0; left > 0; n++) {
    const kind = kinds[n % kinds.length]
    if (!kind) break
    const key = `${kind.key}-${n}`
    const inverters = kind.inverters
      .slice(0, left)
      .map((inverter, i) => ({ ...inverter, serial: serialOf(1, key, i + 1), behaviours: [] }))
    all.push({ ...kind, key, name: `${kind.name} ${n}`, inverters })
    left -= inverters.length
  }
  return all
}

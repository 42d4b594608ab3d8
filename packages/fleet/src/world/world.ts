import { petrolina } from './brazil.ts'
import { dunhuang } from './china.ts'
import { freiburg } from './germany.ts'
import { arava } from './israel.ts'
import type { PlantSpec } from './plant.ts'
import { changhua } from './taiwan.ts'
import { alamosa } from './usa.ts'

/** The six plants. `beganAt` (epoch ms, the first start) is the base of relative times such as "last week". */
export function world(seed: number, beganAt: number): PlantSpec[] {
  return [
    changhua(seed, beganAt),
    petrolina(seed, beganAt),
    dunhuang(seed, beganAt),
    freiburg(seed),
    arava(seed, beganAt),
    alamosa(seed, beganAt),
  ]
}

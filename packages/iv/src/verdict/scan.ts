import type { Conditions, Curve } from '../curve/curve.ts'
import type { ModuleData } from '../module/module-data.ts'

export interface StringOfScan {
  curve: Curve
  /** In series, where it is known. */
  modules?: number | undefined
  parallel?: number | undefined
  /** An earlier curve of this string in which it was sound. */
  past?: { curve: Curve; conditions: Conditions; yearsAgo?: number | undefined } | undefined
}

export interface Scan {
  /** Of one inverter, swept within minutes. */
  strings: readonly StringOfScan[]
  conditions: Conditions
  module?: ModuleData | undefined
  /** How long the modules have been in the sun: a datasheet tells of new ones. Undefined: not known, taken for new. */
  ageYears?: number | undefined
}

/** Below, nothing is said that has a rival, W/m2. */
export const brightWm2 = 600

import type { Conditions, Curve } from '../curve/curve.ts'
import type { ModuleData } from '../module/module-data.ts'

export interface StringOfScan {
  curve: Curve
  /** Modules in series, if known. */
  modules?: number | undefined
  parallel?: number | undefined
  /** An earlier curve of this string in which it was sound. */
  past?: { curve: Curve; conditions: Conditions; yearsAgo?: number | undefined } | undefined
}

export interface Scan {
  /** Strings of one inverter, swept within minutes. */
  strings: readonly StringOfScan[]
  conditions: Conditions
  module?: ModuleData | undefined
  /** Age of the modules: a datasheet describes new modules. Undefined: unknown, taken as new. */
  ageYears?: number | undefined
}

/** Below this irradiance, W/m2, a verdict needs a clear lead over the second best fault. */
export const brightWm2 = 600

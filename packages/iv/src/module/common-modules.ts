import type { ModuleData, Technology } from './module-data.ts'

type Row = [
  manufacturer: string,
  model: string,
  technology: Technology,
  cells: number,
  iscA: number,
  vocV: number,
  impA: number,
  vmpV: number,
  alphaPercent: number,
  betaPercent: number,
  gammaPercent: number,
]

/** Source of each row: the maker's datasheet of the model, at standard test conditions. */
const rows: Row[] = [
  ['BP Solar', 'MSX-60', 'backSurfaceField', 36, 3.8, 21.1, 3.5, 17.1, 0.065, -0.379, -0.5],
  ['Canadian Solar', 'CS6P-250P', 'backSurfaceField', 60, 8.87, 37.2, 8.3, 30.1, 0.065, -0.34, -0.43],
  ['Canadian Solar', 'CS6X-310P', 'backSurfaceField', 72, 9.08, 44.9, 8.52, 36.4, 0.065, -0.34, -0.43],
  ['JA Solar', 'JAM72S30-545/MR', 'perc', 72, 13.93, 49.75, 13.04, 41.8, 0.045, -0.275, -0.35],
  ['Jinko Solar', 'JKM545M-72HL4-V', 'perc', 72, 13.94, 49.52, 13.36, 40.8, 0.048, -0.28, -0.35],
  ['LONGi', 'LR4-72HPH-450M', 'perc', 72, 11.6, 49.3, 10.85, 41.5, 0.048, -0.27, -0.35],
  ['Trina Solar', 'TSM-400DE09.08', 'perc', 60, 12.28, 41.2, 11.7, 34.2, 0.04, -0.25, -0.34],
  ['Jinko Solar', 'JKM570N-72HL4-V', 'topcon', 72, 14.25, 51.07, 13.48, 42.29, 0.046, -0.25, -0.3],
  ['Jinko Solar', 'JKM575N-72HL4-V', 'topcon', 72, 14.31, 51.27, 13.55, 42.44, 0.046, -0.25, -0.3],
  ['Panasonic', 'VBHN330SJ47', 'heterojunction', 96, 6.07, 69.7, 5.7, 58, 0.03, -0.25, -0.258],
  ['SunPower', 'SPR-X21-345', 'backContact', 96, 6.39, 68.2, 6.02, 57.3, 0.045, -0.2455, -0.29],
]

/** Common modules to choose from; other modules are entered as `ModuleData`. */
export const commonModules: readonly ModuleData[] = rows.map(
  ([manufacturer, model, technology, cells, iscA, vocV, impA, vmpV, alpha, beta, gamma]) => ({
    manufacturer,
    model,
    technology,
    cells,
    iscA,
    vocV,
    impA,
    vmpV,
    alpha: alpha / 100,
    beta: beta / 100,
    gamma: gamma / 100,
  }),
)

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Finds a module by model, with or without maker, ignoring all but letters and digits; undefined: none or several. */
export function findModule(name: string): ModuleData | undefined {
  const wanted = plain(name)
  const exact = commonModules.filter(
    ({ manufacturer, model }) => plain(model) === wanted || plain(manufacturer + model) === wanted,
  )
  const found = exact.length > 0 ? exact : commonModules.filter(({ model }) => wanted && plain(model).includes(wanted))
  return found.length === 1 ? found[0] : undefined
}

import type { ModuleData, Technology } from '../module/module-data.ts'

/** Physics of a cell type; independent of the analysis, which must not be tested with its own model. */
export interface CellType {
  name: Technology
  cells: number
  substrings: number
  /** At 1000 W/m2 and 25 degC. */
  photoA: number
  openV: number
  ideality: number
  /** Resistances of the module, ohm. */
  seriesOhm: number
  shuntOhm: number
  /** Temperature coefficient of IL, 1/K. */
  alpha: number
  /** Current of a second diode of ideality 2, as a share of the first at 0.6 V; 0: a single diode. */
  recombination: number
  /** Share of the leak that does not grow with light. */
  darkLeak: number
}

const boltzmann = 8.617333262e-5
const kelvin = (c: number) => c + 273.15

export const cellTypes: readonly [CellType, ...CellType[]] = [
  type('backSurfaceField', 60, 3, 8.9, 0.62, 1.03, 0.29, 250, 0.0006),
  type('perc', 72, 3, 11.6, 0.685, 1.02, 0.25, 350, 0.0005),
  type('topcon', 72, 3, 14.3, 0.712, 1.01, 0.2, 500, 0.00046),
  type('heterojunction', 96, 4, 6.07, 0.726, 1.04, 0.6, 900, 0.0003),
]

function type(
  name: Technology,
  cells: number,
  substrings: number,
  photoA: number,
  openV: number,
  ideality: number,
  seriesOhm: number,
  shuntOhm: number,
  alpha: number,
): CellType {
  return {
    name,
    cells,
    substrings,
    photoA,
    openV,
    ideality,
    seriesOhm,
    shuntOhm,
    alpha,
    recombination: 0,
    darkLeak: 0,
  }
}

/** State of one substring: its light, temperature and faults. */
export interface Substring {
  /** Irradiance on the substring, W/m2. */
  irradianceWm2: number
  cellC: number
  /** Factors of the saturation current and of the shunt resistance. */
  saturation: number
  shunt: number
}

/** Curve of a substring with its bypass diode, as knots with rising voltage. */
export interface SubstringCurve {
  voltageV: Float64Array
  currentA: Float64Array
}

const knots = 500

/** Steps through the junction voltage; current and voltage follow explicitly (De Soto 2006, bypass as a diode). */
export function substringCurve(cell: CellType, at: Substring): SubstringCurve {
  const [t0, t] = [kelvin(25), kelvin(at.cellC)]
  const light = Math.max(at.irradianceWm2, 0.1) / 1000
  const count = cell.cells / cell.substrings
  const thermal = (n: number) => n * boltzmann * t
  const first0 = cell.photoA / Math.expm1(cell.openV / (cell.ideality * boltzmann * t0))
  const gap = 1.121 * (1 - 0.0002677 * (at.cellC - 25))
  const exponent = (1.121 / t0 - gap / t) / boltzmann
  const first = first0 * (t / t0) ** 3 * Math.exp(exponent) * at.saturation
  const second0 =
    (cell.recombination * first0 * Math.exp(0.6 / (cell.ideality * boltzmann * t0))) /
    Math.exp(0.6 / (2 * boltzmann * t0))
  const second = second0 * (t / t0) ** 2.5 * Math.exp(exponent / 2) * Math.sqrt(at.saturation)
  const photo = light * cell.photoA * (1 + cell.alpha * (at.cellC - 25))
  const leak = ((light * (1 - cell.darkLeak) + cell.darkLeak) * cell.cells) / cell.shuntOhm / at.shunt
  const series = cell.seriesOhm / cell.cells
  const [voltageV, currentA] = [new Float64Array(knots), new Float64Array(knots)]
  const open = 1.05 * thermal(cell.ideality) * Math.log1p(photo / first) + 0.02
  for (let k = 0; k < knots; k++) {
    // Denser near the open voltage, where the current changes within millivolts.
    const u = k / (knots - 1)
    const v = -0.7 + (open + 0.7) * (1 - (1 - u) ** 1.7)
    const cellA =
      photo - first * Math.expm1(v / thermal(cell.ideality)) - second * Math.expm1(v / thermal(2)) - leak * v
    const terminal = count * (v - cellA * series)
    // A Schottky diode that carries 10 A at 0.5 V.
    const bypass = terminal < 0 ? 1e-3 * Math.expm1(-terminal / 0.0543) : 0
    voltageV[k] = terminal
    currentA[k] = cellA + Math.min(bypass, 1e4)
  }
  return { voltageV, currentA }
}

/** Datasheet of a cell type, derived from the physics above as by a laboratory. */
export function datasheetOf(cell: CellType): ModuleData {
  const measured = (cellC: number) => {
    const one = substringCurve(cell, { irradianceWm2: 1000, cellC, saturation: 1, shunt: 1 })
    return ends(one, cell.substrings)
  }
  const [cold, warm] = [measured(25), measured(50)]
  const perK = (hot: number, cool: number) => (hot / cool - 1) / 25
  return {
    manufacturer: 'test',
    model: cell.name,
    technology: cell.name,
    cells: cell.cells,
    iscA: cold.iscA,
    vocV: cold.vocV,
    impA: cold.impA,
    vmpV: cold.vmpV,
    alpha: perK(warm.iscA, cold.iscA),
    beta: perK(warm.vocV, cold.vocV),
    gamma: perK(warm.impA * warm.vmpV, cold.impA * cold.vmpV),
  }
}

function ends({ voltageV, currentA }: SubstringCurve, substrings: number) {
  const at = (xs: Float64Array, ys: Float64Array, x: number) => {
    const i = xs.findIndex((value, k) => (value - x) * ((xs[k + 1] ?? value) - x) <= 0)
    const [x0, x1] = [xs[i] ?? 0, xs[i + 1] ?? 1]
    return (ys[i] ?? 0) + (((ys[i + 1] ?? 0) - (ys[i] ?? 0)) * (x - x0)) / (x1 - x0)
  }
  let best = { vmpV: 0, impA: 0 }
  for (let k = 0; k < voltageV.length; k++) {
    const [v, i] = [voltageV[k] ?? 0, currentA[k] ?? 0]
    if (v > 0 && v * i * substrings > best.vmpV * best.impA) best = { vmpV: v * substrings, impA: i }
  }
  return { ...best, iscA: at(voltageV, currentA, 0), vocV: substrings * at(currentA, voltageV, 0) }
}

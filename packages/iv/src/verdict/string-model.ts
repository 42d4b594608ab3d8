import { clamp } from '../curve/statistics.ts'
import { type Diode, type DiodeTable, diodeTable } from '../diode/diode.ts'

/** Equal cells in series: their share of the string, and their light relative to a sound string. */
export interface Group {
  share: number
  light: number
  table: DiodeTable
}

/** A bypass diode holds a substring at about this share of its open voltage. */
const bypassShare = 0.035
const plateau = [0, 0.0006, 0.0015, 0.003, 0.006, 0.01, 0.016, 0.025, 0.04, 0.06, 0.09, 0.13]
const even = 44

/** A sound string as one diode, from which curves of changed strings are computed. */
export interface StringModel {
  diode: Diode
  vocV: number
  iscA: number
  sound: DiodeTable
  /** Currents at which its voltage is computed. */
  levels: Float64Array
}

export function stringModel(diode: Diode, vocV: number, iscA: number): StringModel {
  const sound = diodeTable(diode, -bypassShare * vocV)
  return { diode, vocV, iscA, sound, levels: levelsOf(diode.photoA, [{ light: 1 }]) }
}

/** Table of cells with another saturation current (factor) and more leak (S). */
export const changedTable = ({ diode, vocV }: StringModel, saturation: number, leakS: number): DiodeTable =>
  diodeTable(
    { ...diode, saturationA: diode.saturationA * saturation, shuntS: diode.shuntS + leakS },
    -bypassShare * vocV,
  )

/** Writes the currents at rising voltages into `out`, and the slopes dI/dV into `slopes` if given. */
export function predict(
  model: StringModel,
  groups: readonly Group[],
  extraOhm: number,
  voltageV: ArrayLike<number>,
  out: Float64Array,
  slopes?: Float64Array,
): void {
  const currents = groups.every(({ light }) => light === 1) ? model.levels : levelsOf(model.diode.photoA, groups)
  const voltageOf = stringVoltage(model.diode, groups, extraOhm)
  let k = 0
  let i0 = currents[0] ?? 0
  let v0 = voltageOf(i0)
  let i1 = currents[1] ?? 0
  let v1 = voltageOf(i1)
  for (let p = 0; p < out.length; p++) {
    const v = voltageV[p] ?? 0
    while (v1 < v && k < currents.length - 2) {
      k++
      i0 = i1
      v0 = v1
      i1 = currents[k + 1] ?? 0
      v1 = voltageOf(i1)
    }
    const slope = v1 > v0 ? (i1 - i0) / (v1 - v0) : 0
    out[p] = i0 + slope * (v - v0)
    if (slopes) slopes[p] = slope
  }
}

/** Voltage at a current. Calls must be in falling order of current: each group's table is walked once. */
function stringVoltage(diode: Diode, groups: readonly Group[], extraOhm: number): (currentA: number) => number {
  const ohm = diode.seriesOhm + extraOhm
  const places = new Int32Array(groups.length)
  return (current) => {
    let voltage = -current * ohm
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g]
      if (!group) continue
      const { takenA, diodeV } = group.table
      const taken = diode.photoA * group.light - current
      let i = places[g] ?? 0
      if (taken <= (takenA[0] ?? 0)) {
        voltage += group.share * (diodeV[0] ?? 0)
        continue
      }
      while (i < takenA.length - 2 && (takenA[i + 1] ?? 0) <= taken) i++
      places[g] = i
      const j0 = takenA[i] ?? 0
      const v0 = diodeV[i] ?? 0
      voltage += group.share * (v0 + (((diodeV[i + 1] ?? 0) - v0) * (taken - j0)) / ((takenA[i + 1] ?? 1) - j0))
    }
    return voltage
  }
}

/** Falling currents, dense at the ends of the groups' plateaus. */
function levelsOf(photoA: number, groups: readonly Pick<Group, 'light'>[]): Float64Array {
  let most = 0
  for (const { light } of groups) most = Math.max(most, light)
  const levels = new Float64Array(even + groups.length * plateau.length)
  for (let k = 0; k < even; k++) levels[k] = -photoA * most * (1.002 - (1.06 * k) / (even - 1))
  let at = even
  for (const { light } of groups) for (const below of plateau) levels[at++] = -photoA * (light - below * most)
  levels.sort()
  for (let k = 0; k < levels.length; k++) levels[k] = -(levels[k] ?? 0)
  return levels
}

/** Greatest power of a changed string. */
export function modelPower(model: StringModel, groups: readonly Group[], extraOhm: number): number {
  const count = 120
  const voltageV = Float64Array.from({ length: count }, (_, k) => (model.vocV * (k + 1)) / count)
  const out = new Float64Array(count)
  predict(model, groups, extraOhm, voltageV, out)
  return out.reduce((best, current, k) => Math.max(best, current * (voltageV[k] ?? 0)), 0)
}

export const soundGroups = (model: StringModel): Group[] => [{ share: 1, light: 1, table: model.sound }]

/** Quantiles of a normal distribution, for random differences of modules. */
const quantiles = [-1.6, -0.97, -0.56, -0.18, 0.18, 0.56, 0.97, 1.6]

/** Lights of modules that spread by `below` and `above` around their mean; the weakest by `last` more. */
export function spreadLights(below: number, above: number, last: number): number[] {
  const lights = quantiles.map((q, i) => 1 + q * (q < 0 ? below : above) - (i === 0 ? last : 0))
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length
  return lights.map((light) => light / mean)
}

/** One group per light, with equal shares. */
export const unevenGroups = (model: StringModel, lights: readonly number[]): Group[] =>
  lights.map((light) => ({ share: 1 / lights.length, light: clamp(light, 0.05, 1.5), table: model.sound }))

import { stcC, stcWm2, zeroC } from '../curve/curve.ts'
import { type Diode, diodeFrom, diodePeak } from '../diode/diode.ts'
import type { ModuleData } from './module-data.ts'

/** A module as one diode, from its datasheet, for any light and temperature. */
export interface ModuleDiode {
  data: ModuleData
  stc: Diode
  /** Change of the series resistance for which Pmp follows gamma, ohm/K; kappa of IEC 60891 with inverted sign. */
  seriesOhmPerK: number
}

const boltzmannOverCharge = 8.617333262e-5
/** Leak of a typical module as a share of Isc/Voc; datasheets do not contain it. */
const usualLeak = 0.012
const usualIdeality = 1.06

/**
 * Diode through Isc, Voc and Pmp. Its ideality is a compromise between the usual value and Vmp; otherwise the rounding
 * of the datasheet would decide it.
 */
export function moduleDiode(data: ModuleData): ModuleDiode {
  const known = diodes.get(data)
  if (known) return known
  const perIdeality = data.cells * boltzmannOverCharge * (stcC + zeroC)
  let best = { miss: Number.POSITIVE_INFINITY, diode: diodeAt(data, perIdeality) }
  for (let n = 0.9; n < 2.2; n += 0.03) {
    const diode = diodeAt(data, n * perIdeality)
    const { vmpV, pmpW } = diodePeak(diode)
    const powerMiss = Math.abs(pmpW / (data.impA * data.vmpV) - 1)
    const miss = powerMiss * 300 + Math.abs(vmpV / data.vmpV - 1) * 40 + 5 * Math.abs(n - usualIdeality)
    if (miss < best.miss) best = { miss, diode }
  }
  const module: ModuleDiode = { data, stc: best.diode, seriesOhmPerK: 0 }
  const made = { ...module, seriesOhmPerK: seriesFollowing(module) }
  diodes.set(data, made)
  return made
}

/** Cache by object: the same modules occur with each string. */
const diodes = new WeakMap<ModuleData, ModuleDiode>()

/** Finds Rs by bisection so that Pmp is the datasheet's. */
function diodeAt({ iscA, vocV, impA, vmpV }: ModuleData, thermalV: number): Diode {
  const shuntS = (usualLeak * iscA) / vocV
  const withSeries = (ohm: number): Diode => diodeFrom(iscA * (1 + ohm * shuntS), vocV, thermalV, ohm, shuntS)
  let [low, high] = [0, (0.3 * vocV) / iscA]
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2
    if (diodePeak(withSeries(middle)).pmpW > impA * vmpV) low = middle
    else high = middle
  }
  return withSeries((low + high) / 2)
}

/** Change of Rs per kelvin for which Pmp at 65 degC follows gamma. */
function seriesFollowing(module: ModuleDiode): number {
  const [warmC, { gamma }] = [65, module.data]
  const wanted = diodePeak(module.stc).pmpW * (1 + gamma * (warmC - stcC))
  const limit = module.stc.seriesOhm / 100
  let [low, high] = [-limit, limit]
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2
    const { pmpW } = diodePeak(moduleAt({ ...module, seriesOhmPerK: middle }, stcWm2, warmC))
    if (pmpW > wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * The module at an irradiance (W/m2) and a cell temperature (degC). Isc and Voc follow alpha and beta; the leak grows
 * with light, as in most modules (De Soto 2006).
 */
export function moduleAt({ data, stc, seriesOhmPerK }: ModuleDiode, irradianceWm2: number, cellC: number): Diode {
  const light = Math.max(irradianceWm2, 1) / stcWm2
  const warmer = cellC - stcC
  const thermalV = (stc.thermalV * (cellC + zeroC)) / (stcC + zeroC)
  const photoA = stc.photoA * (1 + data.alpha * warmer)
  const { saturationA } = diodeFrom(photoA, data.vocV * (1 + data.beta * warmer), thermalV, 0, stc.shuntS)
  const seriesOhm = Math.max(stc.seriesOhm + seriesOhmPerK * warmer, 0)
  return { photoA: photoA * light, saturationA, seriesOhm, shuntS: stc.shuntS * light, thermalV }
}

/** `parallel` rows of `modules` in series, as one diode. */
export function stringOf(diode: Diode, modules: number, parallel = 1): Diode {
  return {
    photoA: diode.photoA * parallel,
    saturationA: diode.saturationA * parallel,
    seriesOhm: (diode.seriesOhm * modules) / parallel,
    shuntS: (diode.shuntS * parallel) / modules,
    thermalV: diode.thermalV * modules,
  }
}

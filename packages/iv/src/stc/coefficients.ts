import { stcC, stcWm2, zeroC } from '../curve/curve.ts'
import { type Figures, measure, type Measured } from '../curve/figures.ts'
import type { DiodePriors } from '../curve/smooth.ts'
import { clamp } from '../curve/statistics.ts'
import { type Diode, diodeCurrent, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import type { Prior } from '../diode/fit-diode.ts'
import type { ModuleData } from '../module/module-data.ts'
import { moduleAt, moduleDiode, stringOf } from '../module/module-diode.ts'
import { type Procedure2, procedure2, vocAtStc } from './procedures.ts'

/** The modules of a string; unknown counts are derived from its Isc and Voc. */
export interface StringModules {
  module: ModuleData
  modules?: number | undefined
  parallel?: number | undefined
}

/** Irradiance (W/m2) and temperature of the cells (degC) of a sweep. */
export interface SweptAt {
  irradianceWm2: number
  cellC: number
}

/** Coefficients of procedure 2 without Voc, which is that of each curve. */
export type Coefficients = Omit<Procedure2, 'vocStcV'>

/** What a datasheet, or crystalline silicon in general, tells about strings of equal length at one light and heat. */
export interface Basis {
  coefficients: 'datasheet' | 'general'
  priors: DiodePriors & { seriesOhm: Prior }
  /** Of the datasheet at standard conditions; null: there is none. */
  fillFactor: number | null
  modules: number | null
  parallel: number | null
  /** Coefficients for a curve with its fit. */
  coefficientsOf: (measured: Measured, own: Diode) => Coefficients
  /** Change of Pmp as a share by a volt of thermal voltage, beside that of the curve itself: 1/V. */
  byThermal: number
}

/** `figures`: Isc and Voc of the string, or typical ones of the group. */
export function basisOf(figures: Pick<Figures, 'iscA' | 'vocV'>, at: SweptAt, of?: StringModules): Basis {
  return of ? fromSheet(figures, at, of) : fromSilicon(figures, at)
}

/** Typical of crystalline silicon, 1/K. */
const general = { alpha: 0.0005, beta: -0.0029 }

/** Without a datasheet: typical values of crystalline silicon; beta follows from the thermal voltage of the curve. */
function fromSilicon({ vocV, iscA }: Pick<Figures, 'iscA' | 'vocV'>, { irradianceWm2, cellC }: SweptAt): Basis {
  const coolV = vocV / (1 + general.beta * (cellC - stcC))
  const ohm = (coolV / iscA) * (irradianceWm2 / stcWm2)
  const thermalV = (0.039 * coolV * (cellC + zeroC)) / (stcC + zeroC)
  return {
    coefficients: 'general',
    priors: {
      thermalV: { value: thermalV, spread: 0.12 * thermalV },
      seriesOhm: usualSeries(ohm),
      leansOnFit: true,
    },
    fillFactor: null,
    modules: null,
    parallel: null,
    coefficientsOf: (measured, own) => ownParameters(measured, own, irradianceWm2, cellC),
    byThermal: (betaByThermal * (cellC - stcC)) / vocV,
  }
}

/** Typical Rs by Voc / Isc in full light. */
const usualSeries = (ohm: number): Prior => ({ value: 0.06 * ohm, spread: 0.02 * ohm })

/**
 * Deviation of real cells from one diode at the knee, as a share of Voc in full light. In weak light, with little
 * current through Rs, the fit mistakes it for Rs, so the error grows.
 */
const shapeShare = 0.0026

/** From this light on sound cells deviate by one error of Rs at most; in weaker light by more, by its square. */
const sureWm2 = 420

/** Factor by which a step changes Rs more than it changes the misfit of the diode. */
const stepMisses = 5

/** Misfit of one diode beyond the noise, for example by a step, as a share of Isc. */
function missShareOf({ clean, smooth, figures }: Measured): number {
  const missA = smooth.fit?.missA ?? 0
  return Math.sqrt(Math.max(missA ** 2 - clean.noiseA ** 2, 0)) / figures.iscA
}

/**
 * Rs of a fit, weighted with the usual value by their errors: a misfit of the diode beyond the noise (such as a step)
 * is not a resistance. `ohm`: Voc / Isc in the light of the curve.
 */
function trusted(measured: Measured, { value, spread }: Prior, ohm: number, irradianceWm2: number): number {
  const { diode } = measured.smooth.fit ?? { diode: { seriesOhm: value } }
  const missShare = missShareOf(measured)
  const error = ((shapeShare * stcWm2) / irradianceWm2 + missShare) * ohm
  const more = diode.seriesOhm - value
  const sure = Math.max((sureWm2 / irradianceWm2) ** 2, 1)
  // An excess beyond all sound cells is a bad contact, unless a step makes the diode miss the points.
  return value + Math.max(more / (1 + error ** 2 / spread ** 2), more - sure * error - stepMisses * missShare * ohm)
}

/**
 * Coefficients of a string by those of its group, whose modules are the same. What its Rs differs by counts in full:
 * the fits of both mistake the same shape of cells for Rs. Only a step is not a resistance.
 */
export function coefficientsBeside(
  common: Coefficients,
  group: Measured,
  own: Measured,
  { spread }: Prior,
): Coefficients {
  const more = (own.smooth.fit?.diode.seriesOhm ?? 0) - (group.smooth.fit?.diode.seriesOhm ?? 0)
  const error = missShareOf(own) * (own.figures.vocV / own.figures.iscA)
  const trustedOhm = Math.max(more / (1 + error ** 2 / spread ** 2), more - stepMisses * error)
  return { ...common, seriesOhm: common.seriesOhm + trustedOhm }
}

/** A lower fill factor in the datasheet means a thin film. */
export const thinFill = 0.72

/** Weight of the datasheet in the fall of Voc with light; the curve has the rest, and more if it has steps. */
const knownThermal = 0.8
const steppedMiss = 0.01

function fromSheet(
  figures: Pick<Figures, 'iscA' | 'vocV'>,
  { irradianceWm2, cellC }: SweptAt,
  of: StringModules,
): Basis {
  const module = moduleDiode(of.module)
  const one = moduleAt(module, irradianceWm2, cellC)
  const { modules, parallel } = countModules(figures, one, of)
  const string = stringOf(one, modules, parallel)
  const { impA, vmpV, iscA, vocV, alpha, beta } = of.module
  const ohm = diodeOpenVoltage(string) / string.photoA
  const seriesOhm = { value: string.seriesOhm, spread: 0.25 * string.seriesOhm + 0.002 * ohm }
  const kappa = kappaOf(module) * (modules / parallel)
  return {
    coefficients: 'datasheet',
    priors: {
      thermalV: { value: string.thermalV, spread: 0.05 * string.thermalV },
      seriesOhm,
      shuntS: { value: string.shuntS, spread: 0.05 / ohm },
      leansOnFit: true,
    },
    fillFactor: (impA * vmpV) / (iscA * vocV),
    modules,
    parallel,
    coefficientsOf: (measured, own) => {
      // Recombination raises the thermal voltage in weak light, less in full light: the datasheet has both.
      const known = knownThermal / (1 + (missShareOf(measured) / steppedMiss) ** 2)
      const thermalV = known * string.thermalV + (1 - known) * own.thermalV
      const b1 = (thermalV * (stcC + zeroC)) / (cellC + zeroC) / (vocV * modules)
      const series = trusted(measured, seriesOhm, ohm, irradianceWm2)
      // The fit gives Rs at the measured temperature; the procedure needs it at 25 degC.
      return { alpha, beta, kappa, b1, b2: b1 * b1, seriesOhm: series - kappa * (cellC - stcC) }
    },
    byThermal: 0,
  }
}

/** Modules in series and in parallel: as given, or by Voc and Isc. */
export function countModules(
  { vocV, iscA }: Pick<Figures, 'vocV' | 'iscA'>,
  one: Diode,
  of: Pick<StringModules, 'modules' | 'parallel'>,
): { modules: number; parallel: number } {
  return {
    modules: of.modules ?? Math.max(Math.round(vocV / diodeOpenVoltage(one)), 1),
    parallel: of.parallel ?? Math.max(Math.round(iscA / one.photoA), 1),
  }
}

const kappas = new WeakMap<object, number>()

/** kappa of one module, ohm/K, for which procedure 2 translates its curve at 65 degC to its Pmp at 25 degC. */
function kappaOf(module: ReturnType<typeof moduleDiode>): number {
  const known = kappas.get(module)
  if (known !== undefined) return known
  const [warmC, { alpha, beta, vocV, iscA }] = [65, module.data]
  const warm = moduleAt(module, stcWm2, warmC)
  const open = diodeOpenVoltage(warm)
  const voltageV = Array.from({ length: 120 }, (_, i) => (open * i) / 119)
  const curve = { voltageV, currentA: voltageV.map((v) => diodeCurrent(warm, v)) }
  const wanted = diodePeak(module.stc).pmpW
  const peakWith = (kappa: number) => {
    const p = { alpha, beta, kappa, b1: 0, b2: 0, seriesOhm: module.stc.seriesOhm, vocStcV: vocV }
    const moved = procedure2(curve, stcWm2, warmC, p)
    return measure(moved).measured?.figures.pmpW ?? 0
  }
  const limit = (0.05 * vocV) / iscA / 40
  let [low, high] = [-limit, limit]
  for (let i = 0; i < 18; i++) {
    const middle = (low + high) / 2
    if (peakWith(middle) < wanted) low = middle
    else high = middle
  }
  const kappa = (low + high) / 2
  kappas.set(module, kappa)
  return kappa
}

/** Band gap of silicon / k, K, which determines the saturation current. */
const gapKelvin = 13_200

/** Weight of the curve in beta, and how fast beta grows with thermal voltage, as a share of Voc: 1/K. */
const ownBeta = 0.8
const betaByThermal = (ownBeta * (3 + gapKelvin / (stcC + zeroC))) / (stcC + zeroC)

/** Without a datasheet: beta follows from the curve's thermal voltage, within limits around the usual value. */
function ownParameters(measured: Measured, { thermalV }: Diode, irradianceWm2: number, cellC: number) {
  const { figures } = measured
  const kelvin = cellC + zeroC
  const atStcV = (thermalV * (stcC + zeroC)) / kelvin
  // Both are shares of Voc at standard conditions, which depends on them: iterated.
  let vocStcV = figures.vocV
  let [beta, b1] = [general.beta, 0]
  for (let round = 0; round < 5; round++) {
    b1 = clamp(atStcV / vocStcV, 0.025, 0.055)
    const physical = (1 - b1 * (3 + gapKelvin / (stcC + zeroC))) / (stcC + zeroC)
    beta = clamp(ownBeta * physical + (1 - ownBeta) * general.beta, -0.0037, -0.0021)
    vocStcV = vocAtStc(figures.vocV, irradianceWm2, cellC, { beta, b1, b2: b1 * b1 })
  }
  const knee = (atStcV / (stcC + zeroC)) * -Math.log(clamp(1 - figures.impA / figures.iscA, 0.01, 0.5))
  const kappa = knee / figures.impA
  const ohm = vocStcV / figures.iscA
  const series = trusted(measured, usualSeries((ohm * irradianceWm2) / stcWm2), ohm, irradianceWm2)
  return { alpha: general.alpha, beta, kappa, b1, b2: b1 * b1, seriesOhm: series }
}

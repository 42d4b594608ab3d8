import { type Curve, stcC, stcWm2, zeroC } from '../curve/curve.ts'
import { type Figures, measure, type Measured } from '../curve/figures.ts'
import { type DiodePriors, noiseShareOf } from '../curve/smooth.ts'
import { clamp } from '../curve/statistics.ts'
import { type Diode, diodeCurrent, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import type { Prior } from '../diode/fit-diode.ts'
import type { ModuleData } from '../module/module-data.ts'
import { moduleAt, moduleDiode, stringOf } from '../module/module-diode.ts'
import { procedure1, type Procedure2, procedure2, vocAtStc } from './procedures.ts'

/** The modules of a string; unknown counts are derived from its Isc and Voc. */
export interface StringModules {
  module: ModuleData
  modules?: number | undefined
  parallel?: number | undefined
}

export interface AtStc {
  curve: Curve
  /** For each point of the curve, the index of its measured point. */
  samples: readonly number[]
  figures: Figures
  /** Half width of the range that holds Pmp in 95 of 100 cases, W; irradiance and temperature count as exact. */
  pmpErrorW: number
  /** `general`: typical coefficients of crystalline silicon, without a datasheet. */
  coefficients: 'datasheet' | 'general'
  modules: number | null
  parallel: number | null
}

/** Minimal irradiance for a translation to 1000 W/m2, with a datasheet and without. */
const darkestWm2 = 50
const darkestAloneWm2 = 200

/** Without a datasheet: largest share of Pmp that may depend on the kind of leak; beyond it Pmp would be a guess. */
const mostGuessed = 0.025

/** Without a datasheet: limit of noise (share of Isc) times distance from 25 degC, K; beyond it noise hides heat. */
const mostHeatNoise = 0.45

/** Without a datasheet: largest estimated error of Pmp, as a share, with a result: no more than 4 % are wanted. */
const mostAloneError = 0.035

/** Error of Pmp, as a share, above which it is only roughly known. */
export const roughError = 0.01

/** Typical of crystalline silicon, 1/K. */
const general = { alpha: 0.0005, beta: -0.0029 }

/**
 * Translates a string's curve to 1000 W/m2 and 25 degC, by default with procedure 2. alpha, beta and gamma (as kappa)
 * come from the datasheet; Rs' and the fall of Voc with light come from the curve, with priors from the datasheet. The
 * leak is removed before and added afterwards: whether it grows with light differs between modules, so the datasheet's
 * fill factor decides. Null: too dark, too little information in the curve, or, without a datasheet, a result that
 * depends too much on the leak or on noise far from 25 degC.
 */
export function toStc(
  curve: Curve,
  irradianceWm2: number,
  cellC: number,
  of?: StringModules,
  procedure: 1 | 2 = 2,
): AtStc | null {
  if (!(irradianceWm2 >= (of ? darkestWm2 : darkestAloneWm2)) || !Number.isFinite(cellC)) return null
  const expected = of && expectedString(curve, irradianceWm2, cellC, of)
  const { measured } = measure(curve, expected?.priors ?? usualPriors(curve, irradianceWm2, cellC))
  const diode = measured?.smooth.fit?.diode
  if (!measured || !diode) return null
  if (!expected && noiseShareOf(measured) * Math.abs(cellC - stcC) > mostHeatNoise) return null
  const parameters = expected
    ? expected.parameters(measured, diode, cellC)
    : ownParameters(measured, diode, irradianceWm2, cellC)
  const vocStcV = vocAtStc(measured.figures.vocV, irradianceWm2, cellC, parameters)
  const light = stcWm2 / irradianceWm2
  const isThin = expected !== null && expected !== undefined && expected.fillFactor < thinFill
  const most = isThin ? weakThinShare : weakShare
  const weakOhm = light > 1 ? (most * Math.log(light) * vocStcV) / (measured.figures.iscA * (light - 1)) : 0
  /** Kind of leak: 0: it grows with light; 1: it stays; up to 2: the cells are also better in full light. */
  const leakS = leakOf(measured, diode)
  // At most the leak of sound modules may be independent of light: more is a fault.
  const soundShare = Math.min((soundLeak * light * measured.figures.iscA) / (vocStcV * Math.max(leakS, 1e-12)), 1)
  const staysShare = expected && !isThin ? soundShare ** 3 : 1
  const translate = (kind: number) => {
    const leakShare = 1 + (1 / light - 1) * staysShare * Math.min(kind, 1)
    const seriesOhm = Math.max(parameters.seriesOhm - weakOhm * Math.max(kind - 1, 0), 0)
    return translated(
      measured,
      leakS,
      irradianceWm2,
      cellC,
      { ...parameters, seriesOhm, vocStcV },
      leakShare,
      procedure,
    )
  }
  const best = light <= 1 ? translate(0) : expected ? nearest(expected.fillFactor, translate) : unlessGuessed(translate)
  const byThermal = expected ? 0 : (betaByThermal * (cellC - stcC)) / measured.figures.vocV
  const spread = measured.smooth.fit?.peakSpread(light, byThermal) ?? Infinity
  const errorShare = 2 * Math.hypot(spread, expected ? sheetSpread : aloneSpread)
  if (!expected && errorShare > mostAloneError) return null
  return best
    ? {
        ...best,
        pmpErrorW: errorShare * best.figures.pmpW,
        samples: measured.clean.samples,
        coefficients: expected ? 'datasheet' : 'general',
        modules: expected?.modules ?? null,
        parallel: expected?.parallel ?? null,
      }
    : null
}

/** Standard deviations of the translation itself, as shares of Pmp, with a datasheet and without; by simulation. */
const [sheetSpread, aloneSpread] = [0.0025, 0.01]

/** Priors without a datasheet: typical values of crystalline silicon. */
function usualPriors(curve: Curve, irradianceWm2: number, cellC: number): DiodePriors | undefined {
  const figures = measure(curve).measured?.figures
  if (!figures) return undefined
  const { vocV, iscA } = figures
  const coolV = vocV / (1 + general.beta * (cellC - stcC))
  const ohm = (coolV / iscA) * (irradianceWm2 / stcWm2)
  const thermalV = (0.039 * coolV * (cellC + zeroC)) / (stcC + zeroC)
  return { thermalV: { value: thermalV, spread: 0.12 * thermalV }, seriesOhm: usualSeries(ohm), leansOnFit: true }
}

/** Typical Rs by Voc / Isc in full light. */
const usualSeries = (ohm: number): Prior => ({ value: 0.06 * ohm, spread: 0.02 * ohm })

type Translated = { curve: Curve; figures: Figures } | null

/** Largest leak of sound modules that does not grow with light, as a share of Isc/Voc in full light; measured. */
const soundLeak = 0.035

/** Leak of the fit, at most what each point lacks: a fit mistakes losses by steps and mismatch for leak. */
function leakOf({ smooth: { at }, figures: { iscA, vocV } }: Measured, { shuntS }: Diode): number {
  const lacking = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((share) => (iscA - at(share * vocV)) / (share * vocV))
  return clamp(shuntS, 0, Math.max(Math.min(...lacking), 0))
}

/** Translates with the kind of leak that gives the datasheet's fill factor. */
function nearest(wanted: number, translate: (kind: number) => Translated): Translated {
  let before = translate(0)
  if (!before || wanted <= before.figures.fillFactor) return before
  for (const kind of [1, 2]) {
    const next = translate(kind)
    if (!next) return before
    const [low, high] = [before.figures.fillFactor, next.figures.fillFactor]
    if (high > wanted) return translate(kind - 1 + (wanted - low) / (high - low)) ?? before
    if (high > low) before = next
  }
  return before
}

/** The kind of leak is unknown: null if it changes Pmp too much. */
function unlessGuessed(translate: (kind: number) => Translated): Translated {
  const [own, other] = [translate(0), translate(1)]
  if (own && other && other.figures.pmpW > (1 + mostGuessed) * own.figures.pmpW) return null
  return own && (translate(0.5) ?? own)
}

function translated(
  { clean, smooth: { at }, figures }: Measured,
  shuntS: number,
  irradianceWm2: number,
  cellC: number,
  parameters: Procedure2,
  leakShare: number,
  procedure: 1 | 2,
): Translated {
  const voltageV = clean.voltageV
  const lifted = {
    voltageV,
    currentA: voltageV.map((v) => at(v) + shuntS * Math.max(v, 0)),
  }
  const { alpha, beta, vocStcV, seriesOhm, kappa } = parameters
  const moved =
    procedure === 2
      ? procedure2(lifted, irradianceWm2, cellC, parameters)
      : procedure1(lifted, irradianceWm2, cellC, {
          alphaA: alpha * figures.iscA * (stcWm2 / irradianceWm2),
          betaV: beta * vocStcV,
          seriesOhm,
          kappa,
          iscA: figures.iscA,
        })
  const leakS = shuntS * (stcWm2 / irradianceWm2) * leakShare
  const cooler = stcC - cellC
  // gamma, and so kappa, includes the heat of the leak: it is added at the voltage that follows from light alone.
  const byHeat = (current: number) => cooler * (beta * vocStcV - kappa * current)
  const curve = {
    voltageV: moved.voltageV,
    currentA: moved.currentA.map(
      (current, i) => current - leakS * Math.max((moved.voltageV[i] ?? 0) - byHeat(current), 0),
    ),
  }
  const { measured } = measure(curve)
  if (!measured) return null
  // Points of warm cells start well above 0 V at 25 degC: Isc is translated itself, not extrapolated from them.
  const iscA =
    procedure === 2
      ? (figures.iscA * stcWm2) / irradianceWm2 / (1 - alpha * cooler)
      : figures.iscA * ((stcWm2 / irradianceWm2) * (1 + alpha * cooler))
  const { pmpW, vocV } = measured.figures
  return { curve, figures: { ...measured.figures, iscA, fillFactor: pmpW / (iscA * vocV) } }
}

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
function missShareOf({ clean, smooth, figures }: Pick<Measured, 'clean' | 'smooth' | 'figures'>): number {
  const missA = smooth.fit?.missA ?? 0
  return Math.sqrt(Math.max(missA ** 2 - clean.noiseA ** 2, 0)) / figures.iscA
}

/**
 * Rs of a fit, weighted with the usual value by their errors: a misfit of the diode beyond the noise (such as a step)
 * is not a resistance. `ohm`: Voc / Isc in the light of the curve.
 */
function trusted(
  { clean, smooth, figures }: Measured,
  { value, spread }: Prior,
  ohm: number,
  irradianceWm2: number,
): number {
  const { diode } = smooth.fit ?? { diode: { seriesOhm: value } }
  const missShare = missShareOf({ clean, smooth, figures })
  const error = ((shapeShare * stcWm2) / irradianceWm2 + missShare) * ohm
  const more = diode.seriesOhm - value
  const sure = Math.max((sureWm2 / irradianceWm2) ** 2, 1)
  // An excess beyond all sound cells is a bad contact, unless a step makes the diode miss the points.
  return value + Math.max(more / (1 + error ** 2 / spread ** 2), more - sure * error - stepMisses * missShare * ohm)
}

/**
 * Loss of sound cells against one diode in weak light, by recombination and edge leaks, as a share of Voc per e-fold of
 * light. A larger loss is a fault of the string.
 */
const weakShare = 0.025

/**
 * A lower fill factor in the datasheet means a thin film. Its charge collection falls with voltage, which looks like
 * leak and resistance; in weak light only the datasheet tells its size in full light.
 */
export const thinFill = 0.72
const weakThinShare = 0.12

/** Weight of the datasheet in the fall of Voc with light; the curve has the rest, and more if it has steps. */
const knownThermal = 0.8
const steppedMiss = 0.01

/** Expectation for this string in its light by the datasheet, as priors of the fit and as parameters. */
function expectedString(curve: Curve, irradianceWm2: number, cellC: number, of: StringModules) {
  const module = moduleDiode(of.module)
  const one = moduleAt(module, irradianceWm2, cellC)
  const rough = measure(curve).measured?.figures
  if (!rough) return null
  const { modules, parallel } = countModules(rough, one, of)
  const string = stringOf(one, modules, parallel)
  const { impA, vmpV, iscA, vocV, alpha, beta } = of.module
  const ohm = diodeOpenVoltage(string) / string.photoA
  const priors = {
    thermalV: { value: string.thermalV, spread: 0.05 * string.thermalV },
    seriesOhm: { value: string.seriesOhm, spread: 0.25 * string.seriesOhm + 0.002 * ohm },
    shuntS: { value: string.shuntS, spread: 0.05 / ohm },
    leansOnFit: true,
  }
  const kappa = kappaOf(module) * (modules / parallel)
  const parameters = (measured: Measured, own: Diode, warmC: number) => {
    // Recombination raises the thermal voltage in weak light, less in full light: the datasheet has both.
    const known = knownThermal / (1 + (missShareOf(measured) / steppedMiss) ** 2)
    const thermalV = known * string.thermalV + (1 - known) * own.thermalV
    const b1 = (thermalV * (stcC + zeroC)) / (warmC + zeroC) / (vocV * modules)
    const series = trusted(measured, priors.seriesOhm, ohm, irradianceWm2)
    // The fit gives Rs at the measured temperature; the procedure needs it at 25 degC.
    return { alpha, beta, kappa, b1, b2: b1 * b1, seriesOhm: series - kappa * (warmC - stcC) }
  }
  return { modules, parallel, priors, parameters, fillFactor: (impA * vmpV) / (iscA * vocV) }
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

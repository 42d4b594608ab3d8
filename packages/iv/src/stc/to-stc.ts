import { type Curve, stcC, stcWm2, zeroC } from '../curve/curve.ts'
import { type Figures, measure, type Measured } from '../curve/figures.ts'
import { type DiodePriors, noiseShareOf } from '../curve/smooth.ts'
import { clamp } from '../curve/statistics.ts'
import { type Diode, diodeCurrent, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import type { Prior } from '../diode/fit-diode.ts'
import type { ModuleData } from '../module/module-data.ts'
import { moduleAt, moduleDiode, stringOf } from '../module/module-diode.ts'
import { procedure1, type Procedure2, procedure2, vocAtStc } from './procedures.ts'

/** What a string is made of; counts that are not known are found from its own Isc and Voc. */
export interface StringModules {
  module: ModuleData
  modules?: number | undefined
  parallel?: number | undefined
}

export interface AtStc {
  curve: Curve
  /** For each of its points, the place of the measured one that it comes from. */
  samples: readonly number[]
  figures: Figures
  /** `general`: usual coefficients of crystalline silicon, because no datasheet is known. */
  coefficients: 'datasheet' | 'general'
  modules: number | null
  parallel: number | null
}

/** Below, a curve says too little about 1000 W/m2, with a datasheet and without. */
const darkestWm2 = 50
const darkestAloneWm2 = 200

/** Share of Pmp that the kind of leak may decide where no datasheet knows it: beyond, Pmp would be a guess. */
const mostGuessed = 0.025

/** Noise (a share of Isc) times the kelvin from 25 degC: beyond, what the curve tells of heat without a datasheet is noise. */
const mostHeatNoise = 0.45

/** Usual for crystalline silicon, 1/K. */
const general = { alpha: 0.0005, beta: -0.0029 }

/**
 * A string's curve at 1000 W/m2 and 25 degC, by procedure 2 unless the other is asked for. alpha, beta and gamma (as kappa) come from the datasheet;
 * Rs' and the fall of Voc with light from the curve itself, held near what the datasheet lets expect. The leak is taken
 * out before and put in again: whether it grows with light differs between modules, so the datasheet's fill factor says.
 * Null: too dark, the curve says too little, or without a datasheet too much hangs on the leak, or on noise far from 25 degC.
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
  /** From 0, all that the curve lacks grows with light, to 1, the leak stays and to 2, cells that are better in full light. */
  const leakS = leakOf(measured, diode)
  // Only as much of it as sound modules have may be said to stay as it is: more is a fault.
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
  return best
    ? {
        ...best,
        samples: measured.clean.samples,
        coefficients: expected ? 'datasheet' : 'general',
        modules: expected?.modules ?? null,
        parallel: expected?.parallel ?? null,
      }
    : null
}

/** Where no datasheet is known: what crystalline silicon has in common. */
function usualPriors(curve: Curve, irradianceWm2: number, cellC: number): DiodePriors | undefined {
  const figures = measure(curve).measured?.figures
  if (!figures) return undefined
  const { vocV, iscA } = figures
  const coolV = vocV / (1 + general.beta * (cellC - stcC))
  const ohm = (coolV / iscA) * (irradianceWm2 / stcWm2)
  const thermalV = (0.039 * coolV * (cellC + zeroC)) / (stcC + zeroC)
  return { thermalV: { value: thermalV, spread: 0.12 * thermalV }, seriesOhm: usualSeries(ohm), leansOnFit: true }
}

/** By Voc / Isc in full light. */
const usualSeries = (ohm: number): Prior => ({ value: 0.06 * ohm, spread: 0.02 * ohm })

type Translated = { curve: Curve; figures: Figures } | null

/** Leak of a sound module in full light that does not grow with it, as a share of Isc/Voc: what measured ones have. */
const soundLeak = 0.035

/** Where steps and modules that differ take current away, a fit calls it leak: no more of it than each point lacks. */
function leakOf({ smooth: { at }, figures: { iscA, vocV } }: Measured, { shuntS }: Diode): number {
  const lacking = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((share) => (iscA - at(share * vocV)) / (share * vocV))
  return clamp(shuntS, 0, Math.max(Math.min(...lacking), 0))
}

/** The kind whose fill factor the datasheet knows. */
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

/** Nobody knows the kind: null where it decides too much. */
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
  // What heat does to the leak is in gamma, and so in kappa: it is put in again at the voltage that light alone leads to.
  const byHeat = (current: number) => cooler * (beta * vocStcV - kappa * current)
  const curve = {
    voltageV: moved.voltageV,
    currentA: moved.currentA.map(
      (current, i) => current - leakS * Math.max((moved.voltageV[i] ?? 0) - byHeat(current), 0),
    ),
  }
  const { measured } = measure(curve)
  if (!measured) return null
  // Warm cells' points begin well above 0 V at 25 degC: Isc is the measured one brought over, not led on from them.
  const iscA =
    procedure === 2
      ? (figures.iscA * stcWm2) / irradianceWm2 / (1 - alpha * cooler)
      : figures.iscA * ((stcWm2 / irradianceWm2) * (1 + alpha * cooler))
  const { pmpW, vocV } = measured.figures
  return { curve, figures: { ...measured.figures, iscA, fillFactor: pmpW / (iscA * vocV) } }
}

/**
 * What real cells differ by from one diode at the knee, as a share of Voc in full light, and more in weak light: there, where
 * little current flows through Rs, the fit takes it for Rs.
 */
const shapeShare = 0.0026

/** In this light and more no sound cells show more than one error of Rs; in weaker light they show more, by its square. */
const sureWm2 = 420

/** By how much more a step moves Rs than it makes the diode miss. */
const stepMisses = 5

/** What one diode misses beyond the noise, a step say, as a share of Isc. */
function missShareOf({ clean, smooth, figures }: Pick<Measured, 'clean' | 'smooth' | 'figures'>): number {
  const missA = smooth.fit?.missA ?? 0
  return Math.sqrt(Math.max(missA ** 2 - clean.noiseA ** 2, 0)) / figures.iscA
}

/**
 * Rs of a fit, drawn towards what is usual as far as that is surer: what the diode misses beyond the noise (a step, say) is
 * no resistance. `ohm`: Voc / Isc in the light of the curve.
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
  // What lies beyond all that sound cells show is a bad contact's, unless a step makes the diode miss the points.
  return value + Math.max(more / (1 + error ** 2 / spread ** 2), more - sure * error - stepMisses * missShare * ohm)
}

/**
 * What sound cells give less than one diode in weak light, by recombination and leaks at their edges: as a share of Voc for
 * each e-fold of light. What a string lacks beyond is its own.
 */
const weakShare = 0.025

/**
 * Thin films are told by the fill factor of their datasheet. Their collection of charge falls with voltage, which looks like
 * leak and resistance: in weak light the datasheet alone says how much of it there is in full light.
 */
export const thinFill = 0.72
const weakThinShare = 0.12

/** Share of the fall of Voc with light that the datasheet says; the rest is the curve's own, and more of it beside steps. */
const knownThermal = 0.8
const steppedMiss = 0.01

/** What the datasheet lets expect of this string under its light, as priors of the fit and as parameters. */
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
    // Recombination looks like a greater thermal voltage in weak light, and is less in full light: the datasheet knows both.
    const known = knownThermal / (1 + (missShareOf(measured) / steppedMiss) ** 2)
    const thermalV = known * string.thermalV + (1 - known) * own.thermalV
    const b1 = (thermalV * (stcC + zeroC)) / (warmC + zeroC) / (vocV * modules)
    const series = trusted(measured, priors.seriesOhm, ohm, irradianceWm2)
    // The fit tells Rs at the measured temperature, the procedure asks for it at 25 degC.
    return { alpha, beta, kappa, b1, b2: b1 * b1, seriesOhm: series - kappa * (warmC - stcC) }
  }
  return { modules, parallel, priors, parameters, fillFactor: (impA * vmpV) / (iscA * vocV) }
}

/** In series and in parallel: as given, or as Voc and Isc show them. */
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

/** kappa of one module, ohm/K: with it procedure 2 brings its own curve at 65 degC to its own Pmp at 25 degC. */
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

/** Band gap of silicon over k, K: what its saturation current follows. */
const gapKelvin = 13_200

/** Without a datasheet: how Voc falls with heat shows in the curve's own thermal voltage, held near the usual value. */
function ownParameters(measured: Measured, { thermalV }: Diode, irradianceWm2: number, cellC: number) {
  const { figures } = measured
  const kelvin = cellC + zeroC
  const atStcV = (thermalV * (stcC + zeroC)) / kelvin
  // Both are shares of Voc at standard conditions, which they lead to: a few rounds.
  let vocStcV = figures.vocV
  let [beta, b1] = [general.beta, 0]
  for (let round = 0; round < 5; round++) {
    b1 = clamp(atStcV / vocStcV, 0.025, 0.055)
    const physical = (1 - b1 * (3 + gapKelvin / (stcC + zeroC))) / (stcC + zeroC)
    beta = clamp(0.8 * physical + 0.2 * general.beta, -0.0037, -0.0021)
    vocStcV = vocAtStc(figures.vocV, irradianceWm2, cellC, { beta, b1, b2: b1 * b1 })
  }
  const knee = (atStcV / (stcC + zeroC)) * -Math.log(clamp(1 - figures.impA / figures.iscA, 0.01, 0.5))
  const kappa = knee / figures.impA
  const ohm = vocStcV / figures.iscA
  const series = trusted(measured, usualSeries((ohm * irradianceWm2) / stcWm2), ohm, irradianceWm2)
  return { alpha: general.alpha, beta, kappa, b1, b2: b1 * b1, seriesOhm: series }
}

import { type Curve, stcC, stcWm2 } from '../curve/curve.ts'
import { type Figures, measure, type Measured } from '../curve/figures.ts'
import { clamp } from '../curve/statistics.ts'
import { type Basis, type Coefficients, type SweptAt, thinFill } from './coefficients.ts'
import { procedure1, type Procedure2, procedure2, vocAtStc } from './procedures.ts'

export type Translated = { curve: Curve; figures: Figures } | null

/**
 * Translation of a curve for a kind of leak. 0: it grows with light; 1: it stays; up to 2: the cells are also better in
 * full light. Below 0, down to -1: Rs is larger than the coefficients say, by its spread.
 */
export type Translate = (kind: number) => Translated

/** Without a datasheet: largest share of Pmp that may depend on the kind of leak; beyond it Pmp would be a guess. */
const mostGuessed = 0.025

/** Largest leak of sound modules that does not grow with light, as a share of Isc/Voc in full light; measured. */
const soundLeak = 0.035

/** Leak of the fit, at most what each point lacks: a fit mistakes losses by steps and mismatch for leak. */
function leakOf({ smooth: { at, fit }, figures: { iscA, vocV } }: Measured): number {
  const lacking = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((share) => (iscA - at(share * vocV)) / (share * vocV))
  return clamp(fit?.diode.shuntS ?? 0, 0, Math.max(Math.min(...lacking), 0))
}

/**
 * Loss of sound cells against one diode in weak light, by recombination and edge leaks, as a share of Voc per e-fold of
 * light. A larger loss is a fault of the string. Charge collection of a thin film falls with voltage, which looks like
 * leak and resistance; in weak light only the datasheet tells its size in full light.
 */
const weakShare = 0.025
const weakThinShare = 0.12

export function translation(
  measured: Measured,
  coefficients: Coefficients,
  basis: Basis,
  { irradianceWm2, cellC }: SweptAt,
  procedure: 1 | 2,
): Translate {
  const vocStcV = vocAtStc(measured.figures.vocV, irradianceWm2, cellC, coefficients)
  const light = stcWm2 / irradianceWm2
  const isThin = basis.fillFactor !== null && basis.fillFactor < thinFill
  const most = isThin ? weakThinShare : weakShare
  const weakOhm = light > 1 ? (most * Math.log(light) * vocStcV) / (measured.figures.iscA * (light - 1)) : 0
  const leakS = leakOf(measured)
  // At most the leak of sound modules may be independent of light: more is a fault.
  const soundShare = Math.min((soundLeak * light * measured.figures.iscA) / (vocStcV * Math.max(leakS, 1e-12)), 1)
  const staysShare = basis.fillFactor !== null && !isThin ? soundShare ** 3 : 1
  return (kind) => {
    const leakShare = 1 + (1 / light - 1) * staysShare * clamp(kind, 0, 1)
    const lessOhm = weakOhm * Math.max(kind - 1, 0) + basis.priors.seriesOhm.spread * Math.min(kind, 0)
    const seriesOhm = Math.max(coefficients.seriesOhm - lessOhm, 0)
    return translated(
      measured,
      leakS,
      irradianceWm2,
      cellC,
      { ...coefficients, seriesOhm, vocStcV },
      leakShare,
      procedure,
    )
  }
}

/** The kind of leak that gives the datasheet's fill factor. `least`: -1: Rs may be larger than the fit says; 0: not. */
export function kindBySheet(wanted: number, translate: Translate, least: 0 | -1): number {
  const fillOf = (kind: number) => translate(kind)?.figures.fillFactor
  let before = { kind: 0, fill: fillOf(0) }
  if (before.fill === undefined) return 0
  const steps = wanted > before.fill ? [1, 2] : [least]
  for (const kind of steps) {
    const fill = fillOf(kind)
    if (fill === undefined || before.fill === undefined) return before.kind
    const share = (wanted - before.fill) / (fill - before.fill)
    if (share >= 0 && share < 1) return before.kind + share * (kind - before.kind)
    // Further away from the datasheet: this does not explain it.
    if (share > 0) before = { kind, fill }
  }
  return before.kind
}

/** Without a datasheet the kind of leak is unknown: null if it changes Pmp too much. */
export function kindUnlessGuessed(translate: Translate): number | null {
  const [own, other] = [translate(0), translate(1)]
  if (own && other && other.figures.pmpW > (1 + mostGuessed) * own.figures.pmpW) return null
  return own && (other ? 0.5 : 0)
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

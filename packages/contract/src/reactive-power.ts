import { isSamePowerFactor } from './power-factor.ts'
import { powerFactorAt, type Setting } from './setting.ts'

/** Under this share of rated power inverters of this class leave Q alone (Delta RPI manual, p. 26). */
export const reactivePowerThreshold = 0.2

/** Q per P at a power factor: tan(acos |PF|), kvar per kW. */
export function reactivePerActive(powerFactor: number): number {
  return Math.tan(Math.acos(Math.min(Math.abs(powerFactor), 1)))
}

/**
 * The reactive power that was measured flows against what was set, by more than a meter errs. Of a curve over the voltage,
 * and of a limit, nothing is known.
 */
export function flowsAgainst(
  setting: Setting,
  { ratedW, apparentVA }: { ratedW: number; apparentVA: number | null },
  powerW: number | null,
  reactiveVar: number | null,
): boolean {
  if (powerW === null || reactiveVar === null) return false
  const wanted = wantedVar(setting, Math.max(powerW, 0), ratedW, apparentVA ?? ratedW)
  if (wanted === null || wanted === 0) return false
  return wanted * reactiveVar < 0 && Math.abs(reactiveVar) > 0.3 * Math.abs(wanted)
}

/** Reactive power that a setting asks for at an active power, var; null: it does not say. */
export function wantedVar(
  { kind, value, points }: Setting,
  activeW: number,
  ratedW: number,
  apparentVA: number,
): number | null {
  if (kind === 'fixedReactive')
    return value === null || activeW < reactivePowerThreshold * ratedW ? 0 : value * apparentVA
  const powerFactor =
    kind === 'powerFactorCurve' && points
      ? powerFactorAt(points, activeW / ratedW)
      : kind === 'reactivePower'
        ? value
        : null
  if (powerFactor === null) return null
  return isSamePowerFactor(powerFactor, 1) ? 0 : Math.sign(powerFactor) * activeW * reactivePerActive(powerFactor)
}

export interface ReactivePowerPreview {
  /** What is fed in before and after, W; after: no more than the limit. */
  beforeW: number
  afterW: number
  /** Expected loss of active power, W: one hour of it is as many Wh. */
  lossW: number
  /** var; positive: injected (over-excited). Zero below the threshold. */
  reactiveVar: number
  /** Greatest active power at this power factor: |PF|·Smax, so that P² + Q² stays within Smax². */
  limitW: number
  /** Active power from which on there is reactive power at all, W. */
  thresholdW: number
  isBelowThreshold: boolean
}

/**
 * What a power factor does to an inverter that could feed in `availableW`.
 * `apparentVA`: its greatest apparent power; where it is not known, its rated power.
 */
export function previewPowerFactor(
  powerFactor: number,
  availableW: number,
  ratedW: number,
  apparentVA: number = ratedW,
): ReactivePowerPreview {
  const share = Math.min(Math.abs(powerFactor), 1)
  const beforeW = Math.min(Math.max(availableW, 0), ratedW)
  const thresholdW = reactivePowerThreshold * ratedW
  const limitW = Math.min(ratedW, apparentVA * share)
  const isBelowThreshold = beforeW < thresholdW
  const afterW = isBelowThreshold ? beforeW : Math.min(beforeW, limitW)
  const amount = isBelowThreshold || share === 1 ? 0 : afterW * reactivePerActive(powerFactor)
  return {
    beforeW,
    afterW,
    lossW: beforeW - afterW,
    reactiveVar: amount === 0 ? 0 : Math.sign(powerFactor) * amount,
    limitW,
    thresholdW,
    isBelowThreshold,
  }
}

import { isSamePowerFactor } from './power-factor.ts'
import { powerFactorAt, type Setting } from './setting.ts'

/** Below this share of rated power, inverters of this class do not control Q (Delta RPI manual, p. 26). */
export const reactivePowerThreshold = 0.2

/** Q per P at a power factor: tan(acos |PF|), kvar per kW. */
export function reactivePerActive(powerFactor: number): number {
  return Math.tan(Math.acos(Math.min(Math.abs(powerFactor), 1)))
}

/**
 * Whether the measured reactive power flows against the setting by more than a meter error. Never true for a voltage
 * curve or a power limit, whose expected direction is unknown.
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

/** Reactive power that a setting requires at an active power, var; null: it requires none in particular. */
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
  /** AC output before and after, W; after: at most `limitW`. */
  beforeW: number
  afterW: number
  /** Expected loss of active power, W; over one hour the same number in Wh. */
  lossW: number
  /** var; positive: injected (over-excited). Zero below the threshold. */
  reactiveVar: number
  /** Maximum active power at this power factor: |PF|·Smax, so that P² + Q² stays within Smax². */
  limitW: number
  /** Active power from which reactive power is controlled, W. */
  thresholdW: number
  isBelowThreshold: boolean
}

/** Maximum active power that a setting leaves; a voltage curve is assumed to leave rated power. */
export function activeLimit({ kind, value, points }: Setting, ratedW: number, apparentVA: number): number {
  if (kind === 'powerLimit') return ratedW * (value ?? 1)
  if (kind === 'fixedReactive') return Math.min(ratedW, apparentVA * Math.sqrt(1 - (value ?? 0) ** 2))
  if (kind === 'powerFactorCurve' && points) {
    return Math.min(ratedW, apparentVA * Math.abs(powerFactorAt(points, 1)))
  }
  return kind === 'reactivePower' ? Math.min(ratedW, apparentVA * Math.min(Math.abs(value ?? 1), 1)) : ratedW
}

/**
 * Effect of a setting on an inverter that could feed in `availableW`. `apparentVA`: its maximum apparent power; if
 * unknown, its rated power.
 */
export function previewSetting(
  setting: Setting,
  availableW: number,
  ratedW: number,
  apparentVA: number = ratedW,
): ReactivePowerPreview {
  const isLimit = setting.kind === 'powerLimit'
  const beforeW = Math.min(Math.max(availableW, 0), ratedW)
  const thresholdW = reactivePowerThreshold * ratedW
  const limitW = activeLimit(setting, ratedW, apparentVA)
  const isBelowThreshold = !isLimit && beforeW < thresholdW
  const afterW = isBelowThreshold ? beforeW : Math.min(beforeW, limitW)
  return {
    beforeW,
    afterW,
    lossW: beforeW - afterW,
    reactiveVar: isBelowThreshold ? 0 : (wantedVar(setting, afterW, ratedW, apparentVA) ?? 0),
    limitW,
    thresholdW,
    isBelowThreshold,
  }
}

export const previewPowerFactor = (powerFactor: number, availableW: number, ratedW: number, apparentVA?: number) =>
  previewSetting({ kind: 'reactivePower', value: powerFactor, points: null }, availableW, ratedW, apparentVA)

import { previewPowerFactor } from '@helioport/contract'
import type { Candidate } from './readiness.ts'

/** Effect of a power factor on all chosen inverters together, at their power of this moment. */
export interface Effect {
  /** Fed in before and after, W. */
  beforeW: number
  afterW: number
  /** `beforeW` less `afterW`, W. */
  lossW: number
  /** var; positive: injected. */
  reactiveVar: number
  /** Greatest active power that they can feed in with it, W. */
  limitW: number
  /** Inverters too weak now to have reactive power at all. */
  below: number
  /** Inverters whose power of this moment is not known: left out. */
  unknown: number
}

export function effectOf(chosen: readonly Candidate[], powerFactor: number): Effect {
  const effect: Effect = { beforeW: 0, afterW: 0, lossW: 0, reactiveVar: 0, limitW: 0, below: 0, unknown: 0 }
  for (const { device } of chosen) {
    const preview = previewPowerFactor(powerFactor, device.powerW ?? 0, device.ratedPowerW)
    effect.limitW += preview.limitW
    if (device.powerW === null) {
      effect.unknown += 1
      continue
    }
    effect.beforeW += preview.beforeW
    effect.afterW += preview.afterW
    effect.lossW += preview.lossW
    effect.reactiveVar += preview.reactiveVar
    if (preview.isBelowThreshold) effect.below += 1
  }
  return effect
}

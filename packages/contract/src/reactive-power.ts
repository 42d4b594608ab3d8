/** Under this share of rated power inverters of this class leave Q alone (Delta RPI manual, p. 26). */
export const reactivePowerThreshold = 0.2

/** Q per P at a power factor: tan(acos |PF|), kvar per kW. */
export function reactivePerActive(powerFactor: number): number {
  return Math.tan(Math.acos(Math.min(Math.abs(powerFactor), 1)))
}

/** -1.000 and +1.000 are one setting: no reactive power. */
export function isSamePowerFactor(a: number, b: number): boolean {
  const unity = (value: number) => Math.abs(Math.abs(value) - 1) < 5e-4
  return (unity(a) && unity(b)) || Math.abs(a - b) < 5e-4
}

/** The reactive power that was measured flows against what was set, by more than a meter errs. */
export function flowsAgainst(powerFactor: number, powerW: number | null, reactiveVar: number | null): boolean {
  if (powerW === null || reactiveVar === null || isSamePowerFactor(powerFactor, 1)) return false
  const wanted = Math.sign(powerFactor) * Math.max(powerW, 0) * reactivePerActive(powerFactor)
  return wanted * reactiveVar < 0 && Math.abs(reactiveVar) > 0.3 * Math.abs(wanted)
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

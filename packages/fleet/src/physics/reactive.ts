import { curveAt, powerFactorAt, type Setting } from '@helioport/contract'

/** Below this share of rated power, inverters of this class do not control Q (Delta RPI manual, p. 26). */
export const reactiveThreshold = 0.2

interface Size {
  ratedPowerW: number
  apparentVA: number
}

const tanOf = (powerFactor: number) => Math.sign(powerFactor) * Math.tan(Math.acos(Math.min(Math.abs(powerFactor), 1)))

/**
 * Reactive power of a control at an active power, var; positive: inject (over-excited). `voltageShare`: share of
 * nominal voltage, for a Q(U).
 */
export function reactivePower(activeW: number, setting: Setting, size: Size, voltageShare = 1): number {
  if (activeW < reactiveThreshold * size.ratedPowerW) return 0
  const { kind, value, points } = setting
  if (kind === 'powerFactorCurve') return activeW * tanOf(powerFactorAt(points ?? [], activeW / size.ratedPowerW))
  if (kind === 'voltageCurve') return (curveAt(points ?? [], voltageShare) ?? 0) * size.apparentVA
  return kind === 'fixedReactive' ? (value ?? 0) * size.apparentVA : activeW * tanOf(value ?? 1)
}

/** Maximum active power that leaves room for its reactive power within the apparent power. */
export function activeBeside(wishedW: number, setting: Setting, size: Size, voltageShare = 1): number {
  const { apparentVA, ratedPowerW } = size
  if (wishedW < reactiveThreshold * ratedPowerW) return apparentVA
  const { kind, value, points } = setting
  if (kind === 'reactivePower') return apparentVA * Math.abs(value ?? 1)
  if (kind !== 'powerFactorCurve') {
    const reactiveVar = reactivePower(ratedPowerW, setting, size, voltageShare)
    return Math.sqrt(apparentVA ** 2 - reactiveVar ** 2)
  }
  // The power factor depends on the resulting power, so this iterates; a few rounds converge.
  let activeW = Math.min(wishedW, apparentVA)
  for (let round = 0; round < 6; round++) {
    activeW = Math.min(wishedW, apparentVA * Math.abs(powerFactorAt(points ?? [], activeW / ratedPowerW)))
  }
  return activeW < wishedW ? activeW : apparentVA
}

import type { AlarmCode } from '@helioport/contract'
import type { Surroundings } from './behaviour.ts'

/** Below this in-plane irradiance (W/m2) the string watch reports nothing. */
const stringWatchLight = 250
const stringWatchShare = 0.7
/**
 * In-plane irradiance, W/m2: low-light codes are raised between the first two values; below the third the supply is
 * low.
 */
const [darkLight, weakLight, supplyLight] = [0.5, 40, 4]

/** Limits within which inverters of this class stay connected (VDE-AR-N 4105 and similar grid codes). */
const lowVoltageShare = 0.8
const highVoltageShare = 1.15
const greatestShiftHz = 1.5

/** The alarm for leaving the grid; undefined within the limits of the grid code. */
export function gridCode(s: Surroundings): AlarmCode | undefined {
  if (!s.gridPresent) return s.voltageShare === 0 ? 'E3' : undefined
  if (s.voltageShare > highVoltageShare) return 'E1'
  if (s.voltageShare < lowVoltageShare) return 'E2'
  if (s.frequencyShiftHz > greatestShiftHz) return 'E4'
  if (s.frequencyShiftHz < -greatestShiftHz) return 'E5'
  return undefined
}

export function isStringWeak(shares: Float64Array, light: number): boolean {
  if (light <= stringWatchLight) return false
  let best = 0
  for (const share of shares) best = Math.max(best, share)
  return shares.some((share) => share < stringWatchShare * best)
}

/**
 * Low-light codes while dawn or dusk lasts. In the dark the inverter waits without a code, so no alarm stays open
 * overnight.
 */
export function lowLightCodes(light: number, openV: number, startV: number): AlarmCode[] {
  if (light < darkLight || light >= weakLight) return []
  const codes: AlarmCode[] = ['A5']
  if (openV < startV) codes.push('A4')
  if (light < supplyLight) codes.push('A2')
  return codes
}

import { type Place, sunAltitude } from '../../../figure/sun.ts'
import type { AnalysedDevice } from '../device-bins.ts'

/** A day beside, without a sound one between, of which no power is higher than kW make it. */
export interface LowDay {
  peakW: number
  energyKwh: number | null
}

const hourMs = 3_600_000

/** From this sun at noon on (degrees) no snow stays on modules that lets but a thousandth of the light through. */
const snowlessSun = 40
/** Under a lower one so many days must be alike: snow melts, settles or falls, a unit stays. */
const alikeDays = 3
/** By so much, as a share, days that are alike differ in their peak, and in their sum for it. */
const dayBand = 0.2
/** By which share of light, a sensor or neighbours (times a thousand) whole numbers are kW. */
export const wholeBand = [0.4, 1.5] as const
/** kW that were told on one day: of fewer nothing is seen to follow the sun. */
const fewestLevels = 3

/**
 * Whether whole numbers that follow the sun are sure to be kW: watts of modules under snow follow it, too. Where the sun
 * stands high there is no such snow; where it does not, days beside with the same peak and as much for it say so.
 */
export function wholeKiloIsSure(device: AnalysedDevice, place: Place, lowDays: readonly LowDay[]): boolean {
  const powers = device.samples.map(({ power_w: power }) => power ?? 0)
  const levels = new Set(powers.map(Math.round).filter((level) => level > 0))
  if (levels.size < fewestLevels) return false
  const noon = device.samples.reduce((high, { at }) => Math.max(high, sunAltitude(at, place)), 0)
  if (noon >= snowlessSun) return true
  const peakW = Math.max(...powers)
  const sumKwh = (powers.reduce((sum, power) => sum + power, 0) * device.intervals.usualMs) / hourMs / 1000
  const isAlike = (value: number, other: number) => Math.abs(value / other - 1) <= dayBand
  const alike = lowDays.filter(
    (day) => day.energyKwh !== null && isAlike(day.peakW, peakW) && isAlike(day.energyKwh / day.peakW, sumKwh / peakW),
  )
  return alike.length >= alikeDays
}

/** Out to the last frames beside it in the light: what is less than half a kW is told as nothing. */
export function litEnds(
  { samples }: AnalysedDevice,
  { from, to }: { from: number; to: number },
  isLit: (at: number) => boolean,
): { from: number; to: number } {
  const lit = samples.filter(({ at, power_w: power }) => power !== null && isLit(at))
  return { from: Math.min(from, lit[0]?.at ?? from), to: Math.max(to, lit.at(-1)?.at ?? to) }
}

import { type Place, sunAltitude } from '../../../figure/sun.ts'
import type { AnalysedDevice } from '../device-bins.ts'

/** A neighbouring day, without a sound day between, on which no power is higher than kW sent as W. */
export interface LowDay {
  peakW: number
  energyKwh: number | null
}

const hourMs = 3_600_000

/** From this sun at noon on (degrees) no snow lies on modules that lets only a thousandth of the light through. */
const snowlessSun = 40
/** Under a lower sun this many days must be alike: snow melts, settles or falls, a unit stays. */
const alikeDays = 3
/** Relative difference of peak, and of energy per peak, up to which days are alike. */
const dayBand = 0.2
/** Ratios of power (times a thousand) to light, a sensor's or the neighbours', at which whole numbers are kW. */
export const wholeBand = [0.4, 1.5] as const
/** Least number of different kW values on one day: fewer cannot be seen to follow the sun. */
const fewestLevels = 3

/**
 * Whether whole numbers that follow the sun are surely kW: watts of modules under snow follow it, too. Under a high sun
 * there is no such snow; under a lower one, neighbouring days with the same peak and energy per peak prove it.
 */
export function wholeKiloIsSure(device: AnalysedDevice, place: Place, lowDays: readonly LowDay[]): boolean {
  const powers = device.samples.map(({ power_w: power }) => power ?? 0)
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

/** Whether power has so many levels that it can be seen to follow the light. */
export const hasLevels = ({ samples }: AnalysedDevice): boolean =>
  new Set(samples.map(({ power_w: power }) => Math.round(power ?? 0)).filter((level) => level > 0)).size >= fewestLevels

/** The stretch out to the last frames in the light: power under half a kW is sent as zero. */
export function litEnds(
  { samples }: AnalysedDevice,
  { from, to }: { from: number; to: number },
  isLit: (at: number) => boolean,
): { from: number; to: number } {
  const lit = samples.filter(({ at, power_w: power }) => power !== null && isLit(at))
  return { from: Math.min(from, lit[0]?.at ?? from), to: Math.max(to, lit.at(-1)?.at ?? to) }
}

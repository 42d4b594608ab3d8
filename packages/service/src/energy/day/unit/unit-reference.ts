import type { LocalDay } from '@helioport/time/node'
import { binOf, type Curve } from '../../../figure/day-grid.ts'
import { clearSkyWm2, type Place, sunAltitude } from '../../../figure/sun.ts'
import type { AnalysedDevice, DeviceBins } from '../device-bins.ts'

/** Share of rated power that kW taken for W never exceed. */
export const kiloShare = 0.0015
/** Reference per capacity below which a comparison tells little. */
export const leastLight = 0.08

/**
 * Reference of power, per capacity, and the band of ratios (times a thousand) at which power is in kW. Dirt, slope and
 * heat part power from light; neighbours have them as well. `alike`: least correlation.
 */
export interface Reference {
  at: (instant: number) => number | null
  band: readonly [number, number]
  alike: number
}

/** Irradiance of a clear sky as a share of full sun. */
export function clearShare(instant: number, place: Place): number {
  return clearSkyWm2(Math.sin((sunAltitude(instant, place) * Math.PI) / 180)) / 1000
}

export const shareOf = (power: number, { capacityKwp, ratedW }: AnalysedDevice) =>
  power / (capacityKwp > 0 ? capacityKwp * 1000 : ratedW)

/** Median power per capacity of the other inverters that are sound; null: there are none. */
export function siblingsOf(device: AnalysedDevice, bins: readonly DeviceBins[], day: LocalDay): Reference | null {
  const sound = bins.filter((other) => other.device !== device && !mayBeKiloAllDay(other.device))
  if (sound.length === 0) return null
  const at = (instant: number) => {
    const bin = binOf(day, instant)
    const shares = sound.flatMap((other) => {
      const power = other.powerW[bin] ?? null
      return power === null ? [] : [shareOf(power, other.device)]
    })
    return shares.toSorted((a, b) => a - b)[shares.length >> 1] ?? null
  }
  return { at, band: [0.4, 2.5], alike: 0.8 }
}

/** Whether power is never higher than kW sent as W: then the device may send kW itself, and is no reference. */
function mayBeKiloAllDay(device: AnalysedDevice): boolean {
  return device.samples.every(({ power_w: power }) => (power ?? 0) <= kiloShare * device.ratedW)
}

export function sensorOf(day: LocalDay, irradianceWm2: Curve): Reference {
  const at = (instant: number) => {
    const light = irradianceWm2[binOf(day, instant)] ?? null
    return light === null ? null : light / 1000
  }
  return { at, band: [0.3, 1.6], alike: 0.8 }
}

import type { LocalDay } from '@helioport/time/node'
import { binOf, type Curve } from '../../../figure/day-grid.ts'
import { clearSkyWm2, type Place, sunAltitude } from '../../../figure/sun.ts'
import type { AnalysedDevice, DeviceBins } from '../device-bins.ts'

/** Of rated power: kW that are taken for W never come to more. */
export const kiloShare = 0.0015
/** What power is held against, of capacity: under this little is told by little. */
export const leastLight = 0.08

/**
 * What power is held against, per capacity, and by which share of it (times a thousand) it is power in kW. Dirt, slope and
 * heat part it from light; neighbours have them as well. `alike`: so much moves together.
 */
export interface Reference {
  at: (instant: number) => number | null
  band: readonly [number, number]
  alike: number
}

/** Of a full sun under a clear sky. */
export function clearShare(instant: number, place: Place): number {
  return clearSkyWm2(Math.sin((sunAltitude(instant, place) * Math.PI) / 180)) / 1000
}

export const shareOf = (power: number, { capacityKwp, ratedW }: AnalysedDevice) =>
  power / (capacityKwp > 0 ? capacityKwp * 1000 : ratedW)

/** Middle power per capacity of the others that are sound; null: there are none. */
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

/** Never more than a thousandth of what it can do: it may tell kW itself, and says nothing of others. */
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

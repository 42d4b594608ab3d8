import type { AnalysedDevice, DeviceBins } from '../device-bins.ts'
import type { Reference } from './unit-reference.ts'

/** Power that is sent as zero in whole kW, W. */
const roundedToZeroW = 500
/** An inverter gives at least this share of what a sensor's light or its siblings tell. */
const leastShare = 0.33
/** Frames of zero in such light that show an inverter to be dead. */
const deadFrames = 4

/** Whether a day has nothing but zeros, some of them in the light, and no counter that would tell of its energy. */
export function isZeroDay({ counting, samples }: AnalysedDevice, isLit: (instant: number) => boolean): boolean {
  if (counting) return false
  return isStill(samples) && samples.some(({ at, power_w: power }) => power === 0 && isLit(at))
}

const isStill = (samples: AnalysedDevice['samples']) =>
  samples.some(({ power_w: power }) => power === 0) && samples.every(({ power_w: power }) => (power ?? 0) === 0)

/**
 * The zeros of a device that sends whole kW, as far as they are not known to be zero: each may be up to half a kW. Zero is
 * known if the device gives nothing in good light, and if siblings that send watts stand still as well.
 * `isWholeOf`: whether a device was found to send whole kW.
 */
export function unknownZeros(
  device: AnalysedDevice,
  bins: readonly DeviceBins[],
  reference: Reference | null,
  isLit: (instant: number) => boolean,
  isWholeOf: (deviceNo: number) => boolean,
): { from: number; to: number } | null {
  const lit = device.samples.filter(({ at, power_w: power }) => power === 0 && isLit(at))
  const [first, last] = [lit[0], lit.at(-1)]
  if (!first || !last) return null
  if (reference) {
    const capacityW = device.capacityKwp > 0 ? device.capacityKwp * 1000 : device.ratedW
    const good = lit.filter(({ at }) => leastShare * (reference.at(at) ?? 0) * capacityW > roundedToZeroW)
    if (good.length >= deadFrames) return null
  } else if (bins.some(({ device: other }) => other !== device && !isWholeOf(other.no) && isStill(other.samples))) {
    return null
  }
  return { from: first.at, to: last.at }
}

import type { LocalDay } from '@helioport/time/node'
import type { DaySample } from '../../../telemetry/queries/sample.ts'
import { binOf, type Curve } from '../../../figure/day-grid.ts'
import type { Place } from '../../../figure/sun.ts'
import type { AnalysedDevice, DeviceBins } from '../device-bins.ts'
import { levelsFollow } from './few-levels.ts'
import { clearShare, kiloShare, leastLight, type Reference, sensorOf, shareOf, siblingsOf } from './unit-reference.ts'
import { hasLevels, type LowDay, litEnds, wholeBand, wholeKiloIsSure } from './whole-kilo.ts'
import { isZeroDay, unknownZeros } from './zero-day.ts'

/** A stretch (epoch ms, both ends included) in which a device sent its power in another unit. */
export interface UnitStretch {
  deviceNo: number
  from: number
  to: number
  /** Power is sent in whole kW: less than half a kW is sent as zero. */
  isWhole?: boolean
}

/** Least time, and number of frames, in which both power and its reference are known. */
const leastMs = 2 * 3_600_000
const fewestFrames = 4
/** Share of rated power that a low sun seldom gives. */
const twilightShare = 0.05

interface KnownOfUnit {
  before: number | null
  after: number | null
  /** What was found beside the day are whole kW. */
  isWhole: boolean
  lowDays: readonly LowDay[]
}

/** Whether power is so low that it may be in kW. */
const isLow = ({ power_w: power }: DaySample, { ratedW }: AnalysedDevice) =>
  power !== null && power > 0 && power <= kiloShare * ratedW

/** Whether there is light enough to judge power; worked out once per bin of a day, however many frames it has. */
export function lightOf(day: LocalDay, place: Place): (instant: number) => boolean {
  const known: boolean[] = []
  return (instant) => (known[binOf(day, instant)] ??= clearShare(instant, place) >= leastLight)
}

/** Quick check for frames that may be in another unit: true of hardly any day. */
export function mayBeAnotherUnit(device: AnalysedDevice, isLit: (instant: number) => boolean): boolean {
  const isOdd = (sample: DaySample) => {
    if (isLow(sample, device)) return isLit(sample.at)
    return (sample.power_w ?? 0) > twilightShare * device.ratedW && !isLit(sample.at)
  }
  return device.samples.some(isOdd) || isZeroDay(device, isLit)
}

/**
 * Stretches in which power was sent in kW, where neither volts nor another meter of the same device show it: at a
 * thousandth, power correlates with the other inverters, else with a sensor's light, else with the sun of a clear day.
 * An inverter that is dead, limited or under snow does not. `known`: instants at which the device was found to send kW,
 * which prove the frames beside.
 */
export function kiloStretches(
  day: LocalDay,
  place: Place,
  bins: readonly DeviceBins[],
  irradianceWm2: Curve,
  known: ReadonlyMap<number, KnownOfUnit>,
): UnitStretch[] {
  const sun = { at: (instant: number) => clearShare(instant, place), band: [0.2, 1.6], alike: 0.93 } as const
  const isLit = (instant: number) => sun.at(instant) >= leastLight
  const isWholeOf = (deviceNo: number) => known.get(deviceNo)?.isWhole ?? false
  return bins.flatMap(({ device }) => {
    const low = device.samples.filter((sample) => isLow(sample, device) && !sample.limited)
    const found = known.get(device.no)
    const isZero = low.length === 0 && isBesideWhole(found) && isZeroDay(device, isLit)
    if (low.length === 0 && !isZero) return []
    const siblings = siblingsOf(device, bins, day)
    const sensor = irradianceWm2.some((value) => value !== null) ? sensorOf(day, irradianceWm2) : null
    const zeros = isZero ? unknownZeros(device, bins, siblings ?? sensor, isLit, isWholeOf) : null
    if (isZero) return zeros ? [{ deviceNo: device.no, ...zeros, isWhole: true }] : []
    const reference = siblings ?? sensor ?? sun
    const isWhole = !isFine(low, device)
    const isProved = !isWhole || wholeKiloIsSure(device, place, found?.lowDays ?? [])
    const proof = isWhole ? { ...reference, band: wholeBand } : reference
    const follows = !isWhole || hasLevels(device) ? provedBy(device, low, proof) : levelsFollow(device, proof)
    const stretch = (isProved ? follows : null) ?? besideKnown(device, found, day, sun.at)
    if (!stretch) return []
    const ends = isWhole ? litEnds(device, stretch, isLit) : stretch
    return [{ deviceNo: device.no, ...widened(device, ends), ...(isWhole && { isWhole }) }]
  })
}

const isBesideWhole = (found: KnownOfUnit | undefined): boolean =>
  found !== undefined && found.isWhole && (found.before !== null || found.after !== null)

/** From this rated power on whole kW are fine enough to prove the unit, W. */
const coarseRatedW = 30_000

/** Whether values have decimals, or whole kW are fine enough: whole watts may come from modules under snow. */
function isFine(low: readonly DaySample[], { ratedW }: AnalysedDevice): boolean {
  const broken = low.filter(({ power_w: power }) => Math.abs((power ?? 0) - Math.round(power ?? 0)) > 1e-3)
  return broken.length >= low.length / 2 || ratedW >= coarseRatedW
}

function provedBy(device: AnalysedDevice, low: readonly DaySample[], { at, band, alike }: Reference) {
  const pairs = low.flatMap((sample) => {
    const light = at(sample.at)
    const share = shareOf(sample.power_w ?? 0, device)
    return light === null || light < leastLight ? [] : [{ at: sample.at, light, share, ratio: (1000 * share) / light }]
  })
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last || pairs.length < fewestFrames) return null
  if (pairs.length * Math.min(device.intervals.usualMs, leastMs) < leastMs) return null
  const lights = pairs.map(({ light }) => light)
  if (Math.max(...lights) < 1.5 * Math.min(...lights)) return null
  const still = device.samples.filter(
    (own) => own.at >= first.at && own.at <= last.at && own.power_w === 0 && (at(own.at) ?? 0) >= leastLight,
  )
  if (4 * still.length > pairs.length) return null
  const ratios = pairs.map(({ ratio }) => ratio).toSorted((a, b) => a - b)
  const middle = ratios[ratios.length >> 1] ?? 0
  if (middle < band[0] || middle > band[1]) return null
  const near = ratios.filter((ratio) => ratio > 0.6 * middle && ratio < 1.6 * middle)
  const isAlike = near.length >= 0.7 * ratios.length && correlation(pairs) >= alike
  return isAlike ? { from: first.at, to: last.at } : null
}

/** Correlation of the device's power with its reference, -1 to 1. */
function correlation(pairs: readonly { light: number; share: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [light, share] = [mean(pairs.map((pair) => pair.light)), mean(pairs.map((pair) => pair.share))]
  let [both, ofLight, ofShare] = [0, 0, 0]
  for (const pair of pairs) {
    both += (pair.light - light) * (pair.share - share)
    ofLight += (pair.light - light) ** 2
    ofShare += (pair.share - share) ** 2
  }
  return ofLight * ofShare === 0 ? 0 : both / Math.sqrt(ofLight * ofShare)
}

/** Low frames with no sound frame between them and frames known to be in kW; on dull days nothing else proves them. */
function besideKnown(
  device: AnalysedDevice,
  known: KnownOfUnit | undefined,
  day: LocalDay,
  sunAt: (instant: number) => number,
): { from: number; to: number } | null {
  if (!known) return null
  const sound = device.samples.filter(({ power_w: power }) => (power ?? 0) > kiloShare * device.ratedW)
  const { before, after } = known
  const firstSound = sound.find(({ at }) => at > (before ?? day.from))?.at ?? day.to
  const lastSound = sound.at(-1)?.at ?? day.from - 1
  const isBeside = (at: number) =>
    (before !== null && at > before && at < firstSound) || (after !== null && at > lastSound)
  const own = device.samples.filter((sample) => isLow(sample, device) && isBeside(sample.at))
  const lit = own.filter(({ at }) => sunAt(at) >= leastLight)
  const isEnough = lit.some(({ power_w: power, at }) => 1000 * shareOf(power ?? 0, device) >= 0.02 * sunAt(at))
  const [first, last] = [own[0], own.at(-1)]
  return isEnough && first && last ? { from: first.at, to: last.at } : null
}

/** The stretch with the frames beside it, in the twilight, up to the next sound frame. */
function widened(device: AnalysedDevice, { from, to }: { from: number; to: number }) {
  const isSound = ({ power_w: power }: DaySample) => (power ?? 0) > kiloShare * device.ratedW
  const before = device.samples.findLast((sample) => sample.at < from && isSound(sample))
  const after = device.samples.find((sample) => sample.at > to && isSound(sample))
  return {
    from: before ? before.at + 1 : (device.samples[0]?.at ?? from),
    to: after ? after.at - 1 : (device.samples.at(-1)?.at ?? to),
  }
}

/** Twilight at both ends of a day whose power is sent a thousandfold. */
const twilightMs = 2 * 3_600_000

/**
 * Power a thousand times too great is kept out as it comes. The remaining values beside it, small enough to be true,
 * are in that unit as well. `great`: first and last instant of such power on the day.
 */
export function remnantsOf(device: AnalysedDevice, great: { from: number; to: number }, place: Place): UnitStretch[] {
  const isLeft = ({ at, power_w: power }: DaySample) =>
    (power ?? 0) > 0 &&
    at >= great.from - twilightMs &&
    at <= great.to + twilightMs &&
    clearShare(at, place) < leastLight
  return device.samples.filter(isLeft).map(({ at }) => ({ deviceNo: device.no, from: at, to: at }))
}

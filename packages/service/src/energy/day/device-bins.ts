import type { LocalDay } from '@helioport/time/node'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import { deviceBinEnergies } from './bin-energy.ts'
import type { DayStep } from './day-step.ts'
import { binCount, binMs, binOf, type Curve, heldCurve } from '../../figure/day-grid.ts'
import { deviceCurve } from './device-curve.ts'
import type { StreamIntervals } from '../../figure/interval.ts'
import { settleSteps } from './settle-steps.ts'
import type { StepShares } from './step-shares.ts'
import { type Place, sunWeight } from '../../figure/sun.ts'

const kwhPerWattBin = binMs / 3_600_000_000

export interface AnalysedDevice {
  no: number
  loggerNo: number
  capacityKwp: number
  ratedW: number
  /** The device sends a lifetime counter. */
  counting: boolean
  samples: readonly DaySample[]
  /** The same, with the frames beside the day that its bins need (see framesOfDay). */
  telling: readonly DaySample[]
  steps: readonly DayStep[]
  /** Intervals of its frames, in general and on that day. */
  intervals: StreamIntervals
  /** The device sent data in the weeks before. */
  seenBefore: boolean
  /** Local day from which on the device is in operation. */
  since: string
  /** Epoch ms; null: the device was not removed. */
  removedAt: number | null
}

/** One device on the day's grid of 5-minute bins; null: not known. */
export interface DeviceBins {
  device: AnalysedDevice
  powerW: Curve
  bridgedW: Curve
  asleep: readonly boolean[]
  /** See DeviceCurve. */
  told: readonly boolean[]
  /** Energy that is known bin by bin. */
  energyKwh: Curve
  /** DC energy; null if the device does not report it. */
  dcKwh: Curve
  /** `energyKwh`; where frames are missing, the energy by the counter, distributed by the sun. */
  bridgedKwh: Curve
  limited: readonly boolean[]
  /** From this bin on the counter has not moved although there is power: a later rise may contain that energy. */
  untold: number
  /** First bin in which data of the device is expected, and the one after the last. */
  since: number
  until: number
}

export function deviceBins(device: AnalysedDevice, day: LocalDay, place: Place, shares: StepShares): DeviceBins {
  const { samples, telling, ratedW } = device
  const { usualMs } = device.intervals
  const curve = deviceCurve(day, telling, ratedW, place, usualMs)
  const { powerW, bridgedW, asleep, told } = curve
  const { steps, untoldSince } = settleSteps(day, device.steps, curve)
  const energyKwh = deviceBinEnergies(day, device.counting ? steps : null, curve)
  const dcW = heldCurve(day, telling, (sample) => sample.dc_power_w, usualMs)
  return {
    device,
    powerW,
    bridgedW,
    asleep,
    told,
    energyKwh,
    dcKwh: dcW.map((power, bin) => {
      if (power !== null) return dcEnergy(power, powerW[bin] ?? null, energyKwh[bin] ?? null, ratedW)
      return asleep[bin] && samples.some((sample) => sample.dc_power_w !== null) ? 0 : null
    }),
    bridgedKwh: device.counting ? bridged(energyKwh, asleep, steps, { day, place, shares }) : energyKwh,
    limited: heldCurve(day, telling, (sample) => (sample.limited ? 1 : 0), usualMs).map((share) => (share ?? 0) > 0),
    untold: device.counting && untoldSince < day.to ? binOf(day, untoldSince) : binCount(day),
    since: sinceOf(device, day),
    until:
      device.removedAt === null ? binCount(day) : Math.min(binCount(day), Math.max(0, binOf(day, device.removedAt))),
  }
}

/**
 * From the first frame on, if the device was installed on that day and its counter was not read before; otherwise from
 * the start of the day, whether or not the device ever sent anything.
 */
function sinceOf({ samples, steps, since }: AnalysedDevice, day: LocalDay): number {
  const first = samples.at(0)
  if (since < day.date || !first) return 0
  return steps.some((step) => step.from < first.at) ? 0 : binOf(day, first.at)
}

/** From this share of rated power on the ratio of DC to AC power is meaningful. */
const ratioShare = 0.02

/**
 * DC energy of a bin, kWh. The power of a frame holds for its instant or the minutes before it, the counter for the
 * minutes after it. To cover the same minutes, the counter's energy is multiplied by the frame's ratio of DC to AC.
 */
function dcEnergy(dcW: number, acW: number | null, acKwh: number | null, ratedW: number): number {
  if (acW === null || acKwh === null || acW < ratioShare * ratedW) return Math.max(0, dcW) * kwhPerWattBin
  return (acKwh * Math.max(0, dcW)) / acW
}

export interface Grid {
  day: LocalDay
  place: Place
  shares: StepShares
}

/** Like deviceBinEnergies, plus long steps, distributed in proportion to the sun in each bin. */
function bridged(known: Curve, asleep: readonly boolean[], steps: readonly DayStep[], grid: Grid): Curve {
  if (steps.every(({ isLong }) => !isLong)) return known
  const { kwh, coveredMs } = spreadSteps(steps, grid)
  return Array.from(kwh, (value, bin) => ((coveredMs[bin] ?? 0) >= 0.99 * binMs || asleep[bin] ? value : null))
}

/**
 * Energy (kWh) of each bin of the day by the steps, and how much of the bin they cover (ms). Short steps are
 * distributed by time, long ones by the sun; the day's whole share of each step is in its bins.
 */
export function spreadSteps(steps: readonly DayStep[], { day, place, shares }: Grid) {
  const kwh = new Float64Array(binCount(day))
  const coveredMs = new Float64Array(binCount(day))
  for (const step of steps) {
    const { kwh: made } = step
    if (made === null || step.to <= step.from) continue
    const first = Math.max(0, binOf(day, step.from))
    const last = Math.min(kwh.length - 1, binOf(day, step.to - 1))
    const bins = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const from = day.from + (first + index) * binMs
      return { bin: first + index, from: Math.max(from, step.from), to: Math.min(from + binMs, step.to) }
    })
    const short = !step.isLong
    const byTime = bins.map(({ from, to }) => to - from)
    const weights = short ? byTime : (sunWeights(bins, place) ?? byTime)
    const whole = sumOf(weights)
    const inside = step.from >= day.from && step.to <= day.to
    const energy = inside ? made : shares.kwhOn(day.date, { ...step, kwh: made })
    bins.forEach(({ bin, from, to }, index) => {
      if (whole > 0) kwh[bin] = (kwh[bin] ?? 0) + (energy * (weights[index] ?? 0)) / whole
      coveredMs[bin] = (coveredMs[bin] ?? 0) + to - from
    })
  }
  return { kwh, coveredMs }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Clear-sky sun of each period; null: none at all. */
function sunWeights(stretches: readonly { from: number; to: number }[], place: Place): number[] | null {
  const clear = stretches.map(({ from, to }) => sunWeight(from, to, place))
  return sumOf(clear) > 0 ? clear : null
}

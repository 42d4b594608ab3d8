import type { LocalDay } from '@helioport/time/node'
import { lateAfterIntervals } from '@helioport/contract'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import { binCount, binMs, binOf, type Curve, framesOfDay, heldCurve } from '../../figure/day-grid.ts'
import { isAsleep, sleepOf } from '../../figure/sleep.ts'
import type { Place } from '../../figure/sun.ts'

export interface DeviceCurve {
  /** Means of what was measured, W, each frame for its interval. */
  powerW: Curve
  /** The same with single missing frames bridged: gives the energy if there is no counter. */
  bridgedW: Curve
  /** Bins in which the device is known to sleep. */
  asleep: readonly boolean[]
  /** Bins with power or counter values in frames: their energy is known. */
  told: readonly boolean[]
}

type Telling = Pick<DaySample, 'at' | 'power_w'> & Partial<Pick<DaySample, 'energy_total_kwh' | 'is_end'>>

/** Power of one device on the day's grid. `telling`: see framesOfDay; `usualMs`: see heldCurve. */
export function deviceCurve(
  day: LocalDay,
  telling: readonly Telling[],
  ratedW: number,
  place: Place,
  usualMs: number,
): DeviceCurve {
  const { samples } = framesOfDay(day, telling)
  const first = samples.at(0)
  const last = samples.at(-1)
  const ends = {
    first_ts: first?.at ?? null,
    first_power_w: first?.power_w ?? null,
    last_ts: last?.at ?? null,
    last_power_w: last?.power_w ?? null,
  }
  const sleep = sleepOf(ends, ratedW, day, place)
  const isTold = ({ power_w, energy_total_kwh = null }: Telling) => power_w !== null || energy_total_kwh !== null
  return {
    told: heldCurve(day, telling, (sample) => (isTold(sample) ? 1 : null), usualMs).map((one) => one !== null),
    powerW: heldCurve(day, telling, (sample) => sample.power_w, usualMs),
    bridgedW: heldCurve(day, telling, (sample) => sample.power_w, usualMs, true),
    asleep: Array.from({ length: binCount(day) }, (_, bin) => isAsleep(sleep, day.from + bin * binMs)),
  }
}

/** Energy of a period of the day by power, kWh; null: power is unknown in a part of it. */
export function powerEnergyOf(
  day: LocalDay,
  { from, to }: { from: number; to: number },
  { bridgedW, asleep }: DeviceCurve,
): number | null {
  let kwh = 0
  for (let bin = binOf(day, from); bin <= binOf(day, to - 1); bin += 1) {
    const power = bridgedW[bin] ?? (asleep[bin] ? 0 : null)
    if (power === null) return null
    const start = day.from + bin * binMs
    kwh += (Math.max(0, power) * (Math.min(to, start + binMs) - Math.max(from, start))) / 3_600_000_000
  }
  return kwh
}

export interface CurveOfDevice extends Pick<DeviceCurve, 'powerW' | 'asleep' | 'told'> {
  capacityKwp: number
  /** Current interval at which the device sends, ms. */
  intervalMs: number
  /** When data of the device is expected, epoch ms. */
  from: number
  to: number
}

export interface StationCurve {
  /** Sum over the devices that reported; null: none did. */
  powerW: Curve
  /** Share of the capacity whose power is known, or that sleeps, 0 to 1; null: no data is expected yet. */
  coverage: Curve
  /** The same for energy: a device that sends only its counter has known energy and unknown power. */
  told: Curve
}

/** Data of a device that sent within this many bins before may still arrive. */
const binsToWait = ({ intervalMs }: CurveOfDevice) => lateAfterIntervals * Math.max(1, Math.round(intervalMs / binMs))

/**
 * Sum over the devices up to `now`; a sleeping device adds nothing. The newest bins whose data may still arrive are
 * unknown: otherwise the sum would dip at its end.
 */
export function stationCurve(day: LocalDay, devices: readonly CurveOfDevice[], now: number): StationCurve {
  const powerW: Curve = []
  const coverage: Curve = []
  const told: Curve = []
  for (let bin = 0; bin < binCount(day); bin += 1) {
    const at = day.from + bin * binMs
    const expected = devices.filter(({ from, to }) => at + binMs > from && at < to)
    // Before the first device was installed and after the last one was removed, the power of the plant is unknown.
    const there = at >= now ? [] : expected.length > 0 ? expected : devices
    const heard = there.filter((device) => device.powerW[bin] != null)
    const silent = there.filter((device) => device.powerW[bin] == null && !device.asleep[bin])
    const onTheWay = silent.some((device) => {
      const late = binsToWait(device)
      return at + late * binMs > now && hasAny(device.powerW, bin - late, bin)
    })
    const isKnown = there.length > 0 && !onTheWay && (heard.length > 0 || silent.length === 0)
    powerW.push(isKnown ? heard.reduce((sum, device) => sum + (device.powerW[bin] ?? 0), 0) : null)
    const whole = capacityOf(there)
    const untold = silent.filter((device) => !device.told[bin])
    coverage.push(whole > 0 && !onTheWay ? round(1 - capacityOf(silent) / whole) : null)
    told.push(whole > 0 && !onTheWay ? round(1 - capacityOf(untold) / whole) : null)
  }
  return { powerW, coverage, told }
}

const hasAny = (curve: Curve, from: number, to: number) =>
  curve.slice(Math.max(0, from), to).some((power) => power !== null)

const capacityOf = (devices: readonly { capacityKwp: number }[]) =>
  devices.reduce((sum, { capacityKwp }) => sum + capacityKwp, 0)

const round = (share: number) => Math.round(share * 10_000) / 10_000

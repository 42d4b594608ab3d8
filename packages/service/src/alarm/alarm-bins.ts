import { type AlarmCode, alarmClassOf, lowLightAlarms } from '@helioport/contract'
import { binMs } from '../figure/day-grid.ts'
import type { DayCurves } from './day-curves.ts'
import type { PricedEpisode, Touching } from './queries/loss.ts'

/** Whether a device has an alarm in a bin: then nothing is compared with it. */
export type IsAlarmed = (deviceNo: number, bin: number) => boolean

/** Alarms of weak light are no fault, and an inverter with one weak string of many is still a measure for others. */
const harmless = (code: AlarmCode) => lowLightAlarms.has(code) || code === 'A3'

export function alarmedBins(touching: readonly Touching[], { day }: DayCurves): IsAlarmed {
  const spansOf = Map.groupBy(
    touching.filter(({ code, source }) => source === 'trackerWatch' || !harmless(code)),
    ({ device_no }) => device_no,
  )
  return (deviceNo, bin) => {
    const from = day.from + bin * binMs
    return spansOf.get(deviceNo)?.some((each) => isIn(each, from)) ?? false
  }
}

/** Bins in which nothing is wrong with the device itself: they show how it compares with others. */
export function faultlessBins(
  deviceNo: number,
  touching: readonly Touching[],
  { day }: DayCurves,
): (bin: number) => boolean {
  const spans = touching.filter(({ device_no, code }) => device_no === deviceNo && !lowLightAlarms.has(code))
  return (bin) => !spans.some((each) => isIn(each, day.from + bin * binMs))
}

/**
 * Whether another alarm of the inverter has the loss of a bin: faults come before notices, alarms of weak light last;
 * of equals the earlier has it. A bin whose energy is not known is counted by a silence alone.
 */
export function countedElsewhere(
  { id, device_no: deviceNo, source }: PricedEpisode,
  touching: readonly Touching[],
  { day, devices }: DayCurves,
): (bin: number) => boolean {
  const rank = ({ code }: Touching) => (lowLightAlarms.has(code) ? 2 : alarmClassOf(code) === 'fault' ? 0 : 1)
  const order = touching
    .filter((each) => each.device_no === deviceNo && each.source !== 'stringWatch' && !each.is_echo)
    .toSorted((a, b) => rank(a) - rank(b) || a.raised_at - b.raised_at || (a.id < b.id ? -1 : 1))
  const own = order.findIndex((each) => each.id === id)
  const before = source === 'stringWatch' ? [] : order.slice(0, Math.max(own, 0))
  const known = devices.find(({ no }) => no === deviceNo)?.madeKwh ?? []
  return (bin) => {
    const from = day.from + bin * binMs
    return (known[bin] ?? null) !== null && before.some((each) => isIn(each, from))
  }
}

const isIn = ({ raised_at, cleared_at }: Touching, from: number) =>
  raised_at < from + binMs && (cleared_at ?? Infinity) > from

/** How many strings of the device are dead in the bin, and the share of each living one in what the device makes. */
export function stringsOf(
  { device_no: deviceNo, string_count: count }: PricedEpisode,
  touching: readonly Touching[],
  from: number,
): { dead: number; share: number } {
  const isDead = (each: Touching) => each.device_no === deviceNo && each.source === 'stringWatch' && isIn(each, from)
  const dead = touching.filter(isDead).length
  return { dead, share: 1 / Math.max(1, count - dead) }
}

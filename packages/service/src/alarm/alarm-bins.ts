import { type AlarmCode, alarmClassOf, lowLightAlarms } from '@helioport/contract'
import { binMs } from '../figure/day-grid.ts'
import type { DayCurves } from './day-curves.ts'
import type { PricedEpisode, Touching } from './queries/loss.ts'

/** Whether a device has an alarm in a bin: then the device is not used for comparison. */
export type IsAlarmed = (deviceNo: number, bin: number) => boolean

/** Alarms of weak light are no fault, and an inverter with one weak string of many is still good for comparison. */
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

/** Bins in which the device has no fault: they show its usual ratio to others. */
export function faultlessBins(
  deviceNo: number,
  touching: readonly Touching[],
  { day }: DayCurves,
): (bin: number) => boolean {
  const spans = touching.filter(({ device_no, code }) => device_no === deviceNo && !lowLightAlarms.has(code))
  return (bin) => !spans.some((each) => isIn(each, day.from + bin * binMs))
}

/**
 * Whether the loss of a bin belongs to another alarm of the inverter: faults come before notices, alarms of weak light
 * last; among equals the earlier one comes first. Only a silence counts a bin with unknown energy.
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

/** Number of dead strings of the device in the bin, and the share of each other string in the device's production. */
export function stringsOf(
  { device_no: deviceNo, string_count: count }: PricedEpisode,
  touching: readonly Touching[],
  from: number,
): { dead: number; share: number } {
  const isDead = (each: Touching) => each.device_no === deviceNo && each.source === 'stringWatch' && isIn(each, from)
  const dead = touching.filter(isDead).length
  return { dead, share: 1 / Math.max(1, count - dead) }
}

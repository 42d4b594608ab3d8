import { type AlarmCode, alarmClassOf, lowLightAlarms } from '@helioport/contract'
import { binMs } from '../figure/day-grid.ts'
import type { DayCurves } from './day-curves.ts'
import type { PricedEpisode, Touching } from './queries/loss.ts'

/** Whether a device has an alarm in a bin, so that it is nobody to compare with. */
export type IsAlarmed = (deviceNo: number, bin: number) => boolean

/** What weak light raises is no fault, and a string of many makes an inverter no bad measure for others. */
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

/** In which bins nothing is wrong with the device itself: then it shows how it compares with others. */
export function wellBins(
  deviceNo: number,
  touching: readonly Touching[],
  { day }: DayCurves,
): (bin: number) => boolean {
  const spans = touching.filter(({ device_no, code }) => device_no === deviceNo && !lowLightAlarms.has(code))
  return (bin) => !spans.some((each) => isIn(each, day.from + bin * binMs))
}

/**
 * Whether another alarm of the inverter has the loss of a bin: a fault before a notice, what weak light raises last, then
 * the one that came first. Of what nobody knows how much was made silence alone tells.
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

/** How many strings of the device are dead at a time, and which share each living one has of what the device makes. */
export function stringsOf(
  { device_no: deviceNo, string_count: count }: PricedEpisode,
  touching: readonly Touching[],
  from: number,
): { dead: number; share: number } {
  const isDead = (each: Touching) => each.device_no === deviceNo && each.source === 'stringWatch' && isIn(each, from)
  const dead = touching.filter(isDead).length
  return { dead, share: 1 / Math.max(1, count - dead) }
}

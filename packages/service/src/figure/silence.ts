import { offlineAfterIntervals, uploadIntervalMs } from '@helioport/contract'
import { getTimes } from 'suncalc'
import { isDrowsy } from './sleep.ts'
import { type Place, sunAltitude } from './sun.ts'

/** What was heard of a device last. */
export interface LastWord {
  /** Epoch ms; of one that never sent anything, from when on it should have. */
  at: number
  /** It was about to fall asleep, or has never been heard awake. */
  isDrowsy: boolean
  intervalMs: number
}

/** A device and its newest frame. */
interface HeardDevice {
  ts: number | null
  interval_s: number | null
  lag_s?: number | null
  power_w: number | null
  rated_power_w: number
}

/** Sun under which an inverter may sleep, degrees. */
const sleepAltitude = 6
/** One that was drowsy may sleep longer: under heavy cloud up to this altitude, or this share of the day's highest. */
const [wakeAltitude, wakeShare] = [15, 0.8]
const stepMs = 10 * 60_000
/** A polar night is no longer. */
const longestNightMs = 200 * 24 * 3_600_000

/**
 * Since when a device is silent that ought to have reported, epoch ms; null: it may sleep, or has not been silent for
 * three of its own intervals when it should have been awake. By the sun over the plant: a night, a polar night and the
 * hours of dusk and dawn are nobody's silence, a polar day has no sleep. Who fell silent in the light stays so in the
 * dark; who spoke until dusk is missed from the next light on.
 */
export function silentSince(last: LastWord, now: number, place: Place): number | null {
  const { at, isDrowsy: drowsy } = last
  const patience = offlineAfterIntervals * last.intervalMs
  if (now - at < patience) return null
  const wasAwake = isAwake(at, drowsy, place)
  if (wasAwake && isAwake(at + patience, drowsy, place)) return at
  const since = nextLight(wasAwake ? at + patience : at, now, place)
  return since === null || nextLight(since + patience, now, place) === null ? null : since
}

/** The same of a device by its newest frame; one that never sent any is silent in another way. */
export function fellSilent(device: HeardDevice, now: number, place: Place): boolean {
  const { ts, interval_s, lag_s, power_w, rated_power_w } = device
  if (ts === null) return false
  const intervalMs = interval_s === null ? uploadIntervalMs : interval_s * 1000
  const at = ts + (lag_s ?? 0) * 1000
  return silentSince({ at, isDrowsy: isDrowsy(power_w, rated_power_w), intervalMs }, now, place) !== null
}

/** The sun is so low that inverters may sleep. */
export const mayAllSleep = (at: number, place: Place) => !isAwake(at, false, place)

const isAwake = (at: number, drowsy: boolean, place: Place) =>
  sunAltitude(at, place) >= (drowsy ? wakeAltitudeOn(at, place) : sleepAltitude)

/** The first moment from `from` until `until` at which whoever sleeps is up; null: there is none. */
function nextLight(from: number, until: number, place: Place): number | null {
  for (let at = from; at < Math.min(until, from + longestNightMs); at += stepMs) if (isAwake(at, true, place)) return at
  return from <= until && isAwake(until, true, place) ? until : null
}

function wakeAltitudeOn(at: number, place: Place): number {
  const { solarNoon } = getTimes(new Date(at), place.latitude, place.longitude)
  const highest = solarNoon ? sunAltitude(solarNoon.getTime(), place) : 0
  return Math.min(wakeAltitude, Math.max(sleepAltitude, wakeShare * highest))
}

import { offlineAfterIntervals, uploadIntervalMs } from '@helioport/contract'
import { getTimes } from 'suncalc'
import { isDrowsy } from './sleep.ts'
import { type Place, sunAltitude } from './sun.ts'

/** The last contact of a device. */
export interface LastWord {
  /** Epoch ms; of a device that never sent anything, the instant from which it should have. */
  at: number
  /** It was about to fall asleep, or was never known to be awake. */
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

/** Altitude of the sun below which an inverter may sleep, degrees. */
const sleepAltitude = 6
/** A drowsy inverter may sleep longer, under heavy cloud: up to this altitude, or this share of the day's highest. */
const [wakeAltitude, wakeShare] = [15, 0.8]
const stepMs = 10 * 60_000
/** Longer than any polar night. */
const longestNightMs = 200 * 24 * 3_600_000

/**
 * Since when a device is silent that should have reported, epoch ms; null: it may sleep, or was not silent for three of
 * its own intervals while it should have been awake. Judged by the sun over the plant: nights, polar nights, dusk and
 * dawn are not silences; a polar day has no sleep. A device that fell silent in the light stays silent in the dark; a
 * device that reported until dusk counts as silent from the next light on.
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

/** Whether a device is silent by its newest frame; false for a device that never sent a frame. */
export function fellSilent(device: HeardDevice, now: number, place: Place): boolean {
  const { ts, interval_s, lag_s, power_w, rated_power_w } = device
  if (ts === null) return false
  const intervalMs = interval_s === null ? uploadIntervalMs : interval_s * 1000
  const at = ts + (lag_s ?? 0) * 1000
  return silentSince({ at, isDrowsy: isDrowsy(power_w, rated_power_w), intervalMs }, now, place) !== null
}

/** Whether the sun is so low that inverters may sleep. */
export const mayAllSleep = (at: number, place: Place) => !isAwake(at, false, place)

const isAwake = (at: number, drowsy: boolean, place: Place) =>
  sunAltitude(at, place) >= (drowsy ? wakeAltitudeOn(at, place) : sleepAltitude)

/** The first instant from `from` to `until` at which even a drowsy inverter is awake; null: none. */
function nextLight(from: number, until: number, place: Place): number | null {
  for (let at = from; at < Math.min(until, from + longestNightMs); at += stepMs) if (isAwake(at, true, place)) return at
  return from <= until && isAwake(until, true, place) ? until : null
}

function wakeAltitudeOn(at: number, place: Place): number {
  const { solarNoon } = getTimes(new Date(at), place.latitude, place.longitude)
  const highest = solarNoon ? sunAltitude(solarNoon.getTime(), place) : 0
  return Math.min(wakeAltitude, Math.max(sleepAltitude, wakeShare * highest))
}

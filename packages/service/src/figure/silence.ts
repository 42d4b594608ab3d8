import { offlineAfterIntervals } from '@helioport/contract'
import { getTimes } from 'suncalc'
import { type Place, sunAltitude } from './sun.ts'

/** What was heard of a device last. */
export interface LastWord {
  /** Epoch ms; of one that never sent anything, from when on it should have. */
  at: number
  /** It was about to fall asleep, or has never been heard awake. */
  isDrowsy: boolean
  intervalMs: number
}

/** Sun under which an inverter may sleep, degrees. */
const sleepAltitude = 6
/** One that was drowsy may sleep longer: under heavy cloud up to this altitude, or this share of the day's highest. */
const [wakeAltitude, wakeShare] = [15, 0.8]
const stepMs = 10 * 60_000
/** A polar night is no longer. */
const longestNightMs = 200 * 24 * 3_600_000

/**
 * Since when a device is silent that ought to report, epoch ms; null: it may sleep, or has not been silent for three of
 * its own intervals in which it should have been awake. By the sun over the plant: a night, a polar night and the
 * hours of dusk and dawn are nobody's silence, a polar day has no sleep.
 */
export function silentSince(last: LastWord, now: number, place: Place): number | null {
  const awakeAt = (at: number, isDrowsy: boolean) =>
    sunAltitude(at, place) >= (isDrowsy ? wakeAltitudeOn(at, place) : sleepAltitude)
  if (!awakeAt(now, last.isDrowsy)) return null
  if (now - last.at < offlineAfterIntervals * last.intervalMs) return null
  if (awakeAt(last.at, last.isDrowsy)) return last.at
  for (let at = last.at; at < Math.min(now, last.at + longestNightMs); at += stepMs) {
    if (awakeAt(at, true)) return now - at >= offlineAfterIntervals * last.intervalMs ? at : null
  }
  return null
}

function wakeAltitudeOn(at: number, place: Place): number {
  const { solarNoon } = getTimes(new Date(at), place.latitude, place.longitude)
  const highest = solarNoon ? sunAltitude(solarNoon.getTime(), place) : 0
  return Math.min(wakeAltitude, Math.max(sleepAltitude, wakeShare * highest))
}

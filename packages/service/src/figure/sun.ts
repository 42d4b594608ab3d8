import type { LocalDay } from '@helioport/time/node'
import { getPosition, getTimes } from 'suncalc'

export interface Place {
  latitude: number
  longitude: number
}

/** Sunrise and sunset (epoch ms) of a local day; null if the sun does not rise or set that day. */
export function sunOf(day: LocalDay, place: Place): { sunrise: number | null; sunset: number | null } {
  const { sunrise, sunset } = getTimes(new Date((day.from + day.to) / 2), place.latitude, place.longitude)
  return { sunrise: sunrise?.getTime() ?? null, sunset: sunset?.getTime() ?? null }
}

/** Altitude above the horizon in degrees, refraction included. */
export function sunAltitude(instant: number, place: Place): number {
  return getPosition(new Date(instant), place.latitude, place.longitude).altitude
}

export function isNight(instant: number, place: Place): boolean {
  return sunAltitude(instant, place) < 0
}

/**
 * Part of the day in which power can be expected, for coverage and gaps: sunrise to sunset;
 * the whole day under a midnight sun, null in a polar night.
 */
export function daylightOf(day: LocalDay, place: Place): { from: number; to: number } | null {
  const { sunrise, sunset } = sunOf(day, place)
  if (sunrise !== null && sunset !== null) return { from: Math.max(sunrise, day.from), to: Math.min(sunset, day.to) }
  return isNight((day.from + day.to) / 2, place) ? null : { from: day.from, to: day.to }
}

/** Part of the day in which the sun is above 6 degrees; null when it does not rise so high that day. */
export function highSunOf(day: LocalDay, place: Place): { from: number; to: number } | null {
  const times = getTimes(new Date((day.from + day.to) / 2), place.latitude, place.longitude)
  const { goldenHourEnd: from, goldenHour: to } = times
  if (from && to) return { from: from.getTime(), to: to.getTime() }
  return sunAltitude((day.from + day.to) / 2, place) > 6 ? { from: day.from, to: day.to } : null
}

const minuteMs = 60_000

/**
 * Clear-sky irradiance by Haurwitz (1945), W/m2 on the horizontal plane; includes the longer path of light through the
 * atmosphere at low sun. `sine`: of the sun's altitude.
 */
export function clearSkyWm2(sine: number): number {
  return sine <= 0 ? 0 : 1098 * sine * Math.exp(-0.059 / sine)
}

/** Clear-sky weight of a stretch of time: integral of the clear-sky irradiance (arbitrary unit). */
export function sunWeight(from: number, to: number, place: Place): number {
  const step = Math.max(5 * minuteMs, (to - from) / 1000)
  let weight = 0
  for (let at = from; at < to; at += step) {
    const width = Math.min(step, to - at)
    weight += clearSkyWm2(Math.sin((sunAltitude(at + width / 2, place) * Math.PI) / 180)) * width
  }
  return weight
}

/** Number of altitudes from noon to sunset. */
const heights = 24

/** Days since 1970 of a local day. */
export const dayNumber = (date: string) => Date.parse(date) / 86_400_000

/**
 * Approximate clear-sky weight of a whole day, from `heights` altitudes of the sun (arbitrary unit, another than that
 * of `sunWeight`). Differs from it by less than 5 % on any day in middle latitudes (no refraction, a circular orbit).
 */
export function daySun(day: number, { latitude }: Place): number {
  const declination = 0.40928 * Math.sin((2 * Math.PI * (day - 79.8)) / 365.2422)
  const phi = (latitude * Math.PI) / 180
  const half = Math.acos(Math.min(1, Math.max(-1, -Math.tan(phi) * Math.tan(declination))))
  const [sines, cosines] = [Math.sin(phi) * Math.sin(declination), Math.cos(phi) * Math.cos(declination)]
  let sum = 0
  for (let nth = 0; nth < heights; nth += 1)
    sum += clearSkyWm2(sines + cosines * Math.cos((half * (nth + 0.5)) / heights))
  return (sum * half) / heights
}

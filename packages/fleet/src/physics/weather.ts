import { smoothNoise } from '../random/noise.ts'
import { clamp } from './angle.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Twelve monthly values, January first. */
export type Monthly = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

export interface Climate {
  /** Mean air temperature, degC. */
  meanC: Monthly
  /** Half the difference between a clear day's maximum and minimum, K. */
  swingC: number
  /** Linke turbidity: haze and water vapour of the clear sky. */
  turbidity: Monthly
  /** Mean share of the sky under cloud, 0 to 1. */
  cloudCover: Monthly
  /** Additional afternoon cloud (convection), logits. */
  afternoonCloud: number
  /** Mean wind, m/s. */
  windMs: number
}

/** A monthly value at an instant: interpolated linearly between the middles of the months. */
export function monthlyAt(values: Monthly, at: number): number {
  const date = new Date(at)
  const daysIn = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const position = date.getUTCMonth() + (date.getUTCDate() - 0.5) / daysIn - 0.5
  const month = Math.floor(position)
  const from = values[(month + 12) % 12] ?? 0
  const to = values[(month + 1) % 12] ?? 0
  return from + (to - from) * (position - month)
}

/** Mean solar time, hours 0 to 24. */
export function solarHour(at: number, longitude: number): number {
  const hours = at / hourMs + longitude / 15
  return hours - 24 * Math.floor(hours / 24)
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))
const logit = (p: number) => Math.log(p / (1 - p))
const smoothStep = (x: number) => {
  const f = clamp(x, 0, 1)
  return f * f * (3 - 2 * f)
}

/** Widens the logit so that variations of this variance keep the mean: sqrt(1 + pi·sigma²/8) with sigma = 2.1. */
const keepsMean = 1.66

/** Cloud cover, 0 to 1: variations over days, half days and hours around the month's mean. */
export function cloudCover(seed: number, climate: Climate, at: number, longitude: number): number {
  const spell =
    2.4 * smoothNoise(seed, 11, at / (3.1 * dayMs)) +
    2.0 * smoothNoise(seed, 12, at / (0.9 * dayMs)) +
    1.0 * smoothNoise(seed, 13, at / (5 * hourMs))
  const hour = solarHour(at, longitude)
  const afternoon = climate.afternoonCloud * smoothStep((hour - 11) / 4) * smoothStep((21 - hour) / 3)
  const mean = clamp(monthlyAt(climate.cloudCover, at), 0.0001, 0.98)
  return sigmoid(keepsMean * logit(mean) + 1.3 * spell + afternoon)
}

/**
 * Clear-sky index (GHI divided by clear-sky GHI) at one spot. Single clouds of some minutes pass where the noise is
 * below the cover; cloud edges reflect a little light into the gaps.
 */
export function clearSkyIndex(seed: number, cover: number, at: number): number {
  if (cover < 0.03) return 1
  const field =
    0.9 * smoothNoise(seed, 21, at / (47 * minuteMs)) +
    0.7 * smoothNoise(seed, 22, at / (13 * minuteMs)) +
    0.35 * smoothNoise(seed, 23, at / (4 * minuteMs))
  const rank = sigmoid(2.6 * field)
  const presence = smoothStep((cover - rank) / 0.16 + 0.5)
  const depth = (0.42 + 0.34 * cover) * (1 + 0.18 * smoothNoise(seed, 24, at / (110 * minuteMs)))
  const broken = 4 * cover * (1 - cover)
  return 1 - clamp(depth, 0, 0.92) * presence + 0.045 * broken * (1 - presence)
}

/** Air temperature, degC: season, time of day (maximum about 15 h solar time, lower under cloud) and weather. */
export function airTemperature(seed: number, climate: Climate, at: number, longitude: number, cover: number): number {
  const swing = climate.swingC * (1 - 0.55 * cover)
  const daily = swing * Math.cos((2 * Math.PI * (solarHour(at, longitude) - 15)) / 24)
  return monthlyAt(climate.meanC, at) + daily + 3.2 * smoothNoise(seed, 31, at / (2.7 * dayMs)) - 1.5 * cover
}

/** Wind at 10 m, m/s: stronger by day, with gusts. */
export function windSpeed(seed: number, climate: Climate, at: number, longitude: number): number {
  const byDay = 1 + 0.3 * Math.cos((2 * Math.PI * (solarHour(at, longitude) - 15)) / 24)
  const weather = Math.exp(
    0.55 * smoothNoise(seed, 41, at / (11 * hourMs)) + 0.4 * smoothNoise(seed, 42, at / (17 * minuteMs)),
  )
  return climate.windMs * byDay * weather
}

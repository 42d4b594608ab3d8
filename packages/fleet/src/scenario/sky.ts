import type { Climate, Monthly } from '../physics/weather.ts'

const all = (value: number): Monthly => [
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
  value,
]

/** The same climate without clouds. */
export const cloudless = (climate: Climate): Climate => ({ ...climate, cloudCover: all(0), afternoonCloud: 0 })

/** The same climate with gusts and heavy, broken cloud. */
export const stormy = (climate: Climate): Climate => ({
  ...climate,
  cloudCover: all(0.68),
  afternoonCloud: 0.5,
  windMs: 2.5 * climate.windMs,
})

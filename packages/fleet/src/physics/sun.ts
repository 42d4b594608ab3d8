import { getPosition } from 'suncalc'
import { cosDeg } from './angle.ts'

export interface Place {
  /** Degrees, north positive. */
  latitude: number
  /** Degrees, east positive. */
  longitude: number
  /** Metres above the sea. */
  altitudeM: number
}

export interface SunPosition {
  /** Apparent elevation over the horizon (refraction included), degrees. */
  elevation: number
  /** Degrees from north, clockwise. */
  azimuth: number
}

const dayMs = 86_400_000
const solarConstant = 1361.1

/** Elevation by `sunPosition` at sunrise and sunset of the upper limb: -0.83 degrees plus refraction of 0.48. */
export const horizonElevation = -0.35

/** Position of the sun. `at` epoch ms. */
export function sunPosition(at: number, place: Place): SunPosition {
  const { altitude, azimuth } = getPosition(new Date(at), place.latitude, place.longitude)
  return { elevation: altitude, azimuth }
}

/** Irradiance outside the atmosphere on a plane facing the sun, W/m2 (Spencer 1971). */
export function extraterrestrial(at: number): number {
  const year = new Date(at).getUTCFullYear()
  const dayAngle = (360 * ((at - Date.UTC(year, 0, 1)) / dayMs)) / 365
  return (
    solarConstant *
    (1.00011 +
      0.034221 * cosDeg(dayAngle) +
      0.00128 * cosDeg(dayAngle - 90) +
      0.000719 * cosDeg(2 * dayAngle) +
      0.000077 * cosDeg(2 * dayAngle - 90))
  )
}

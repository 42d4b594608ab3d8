import { acosDeg, atan2Deg, clamp, cosDeg, sinDeg } from './angle.ts'
import type { Sky } from './clear-sky.ts'
import type { SunPosition } from './sun.ts'

/** Mounting of an array. Azimuth in degrees from north, clockwise; tilt from the horizontal. */
export type Mounting =
  | { kind: 'fixed'; tilt: number; azimuth: number }
  /** One horizontal north-south axis, rotating at most `limit` degrees to either side. */
  | { kind: 'tracker'; limit: number }

interface Plane {
  tilt: number
  azimuth: number
}

/** The current plane of an array. */
export function planeOf(mounting: Mounting, sun: SunPosition): Plane {
  if (mounting.kind === 'fixed') return mounting
  if (sun.elevation <= 0) return { tilt: 0, azimuth: 90 }
  const east = cosDeg(sun.elevation) * sinDeg(sun.azimuth)
  const turn = clamp(atan2Deg(east, sinDeg(sun.elevation)), -mounting.limit, mounting.limit)
  return { tilt: Math.abs(turn), azimuth: turn >= 0 ? 90 : 270 }
}

/** Geometry of one plane and the sun; independent of clouds, so computed once per instant. */
export interface PlaneView {
  /** Cosine of the angle between beam and normal; 0 behind the plane. */
  cosIncidence: number
  cosZenith: number
  /** View factors of sky and ground. */
  skyShare: number
  groundShare: number
  /** Transmission of the glass for the beam (ASHRAE, b0 = 0.05). */
  glass: number
  outside: number
}

export function viewOf(mounting: Mounting, sun: SunPosition, outside: number): PlaneView {
  const { tilt, azimuth } = planeOf(mounting, sun)
  const cosine =
    sinDeg(sun.elevation) * cosDeg(tilt) + cosDeg(sun.elevation) * sinDeg(tilt) * cosDeg(sun.azimuth - azimuth)
  const cosIncidence = sun.elevation > 0 ? Math.max(cosine, 0) : 0
  const incidence = acosDeg(cosIncidence)
  return {
    cosIncidence,
    cosZenith: Math.max(sinDeg(sun.elevation), 0.0175),
    skyShare: (1 + cosDeg(tilt)) / 2,
    groundShare: (1 - cosDeg(tilt)) / 2,
    glass: incidence >= 88 ? 0 : clamp(1 - 0.05 * (1 / cosDeg(incidence) - 1), 0, 1),
    outside,
  }
}

/** Transmission of the glass for diffuse light: about that of a beam at 60 degrees. */
const diffuseGlass = 0.95

export interface PlaneIrradiance {
  /** Reading of a sensor in the plane, W/m2. */
  poa: number
  /** Irradiance at the cells: the same minus reflection, W/m2. */
  effective: number
}

/** Transposition of Hay and Davies (1980) with an isotropic ground. */
export function onPlane(view: PlaneView, sky: Sky, albedo: number): PlaneIrradiance {
  const anisotropy = view.outside > 0 ? sky.dni / view.outside : 0
  const beam = sky.dni * view.cosIncidence
  const circumsolar = sky.dhi * anisotropy * Math.min(view.cosIncidence / view.cosZenith, 5)
  const diffuse = sky.dhi * (1 - anisotropy) * view.skyShare + sky.ghi * albedo * view.groundShare
  return {
    poa: beam + circumsolar + diffuse,
    effective: (beam + circumsolar) * view.glass + diffuse * diffuseGlass,
  }
}

import { sinDeg } from './angle.ts'

/** Irradiance components, W/m2. */
export interface Sky {
  /** Global on the horizontal plane. */
  ghi: number
  /** Direct, on a plane facing the sun. */
  dni: number
  /** Diffuse on the horizontal plane. */
  dhi: number
}

export const dark: Readonly<Sky> = { ghi: 0, dni: 0, dhi: 0 }

/** Relative air mass at an apparent elevation in degrees (Kasten and Young 1989). */
export function relativeAirMass(elevation: number): number {
  const h = Math.max(elevation, 0)
  return 1 / (sinDeg(h) + 0.50572 * (h + 6.07995) ** -1.6364)
}

/**
 * Clear sky of Ineichen and Perez (2002), without Perez' factor for large air masses: the factor triples the light
 * below 5 degrees, which no measurement confirms. `elevation` apparent, degrees; `outside` W/m2 above the atmosphere;
 * `linkeTurbidity` about 2 (clean) to 6 (hazy).
 */
export function clearSky(elevation: number, altitudeM: number, linkeTurbidity: number, outside: number): Sky {
  if (elevation <= 0) return dark
  const cosZenith = Math.max(sinDeg(elevation), 0.01)
  const pressureRatio = Math.exp(-altitudeM / 8434.5)
  const airMass = relativeAirMass(elevation) * pressureRatio
  const fh1 = Math.exp(-altitudeM / 8000)
  const fh2 = Math.exp(-altitudeM / 1250)
  const cg1 = 5.09e-5 * altitudeM + 0.868
  const cg2 = 3.92e-5 * altitudeM + 0.0387
  const attenuation = Math.exp(-cg2 * airMass * (fh1 + fh2 * (linkeTurbidity - 1)))
  const ghi = cg1 * outside * cosZenith * attenuation
  const b = 0.664 + 0.163 / fh1
  const beam = b * outside * Math.exp(-0.09 * airMass * (linkeTurbidity - 1))
  const cap = (ghi * (1 - (0.1 - 0.2 * Math.exp(-linkeTurbidity)) / (0.1 + 0.882 / fh1))) / cosZenith
  const dni = Math.max(Math.min(beam, cap), 0)
  return { ghi, dni, dhi: ghi - dni * cosZenith }
}

/** Share of beam left at a clear-sky index: thin cloud reduces the beam much more than the global light. */
function beamShare(index: number): number {
  return Math.max(0, (Math.min(index, 1) - 0.3) / 0.7) ** 1.3
}

/** The same sky under cloud: `index` = GHI / clear-sky GHI, about 0.1 to 1.1. */
export function underCloud(clear: Sky, elevation: number, index: number): Sky {
  if (clear.ghi <= 0) return dark
  const ghi = clear.ghi * index
  const dni = clear.dni * beamShare(index)
  return { ghi, dni, dhi: Math.max(ghi - dni * Math.max(sinDeg(elevation), 0.01), 0) }
}

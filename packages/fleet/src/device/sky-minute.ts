import { clearSky, type Sky } from '../physics/clear-sky.ts'
import { type Mounting, type PlaneView, viewOf } from '../physics/plane.ts'
import { extraterrestrial, sunPosition, type SunPosition } from '../physics/sun.ts'
import { airTemperature, cloudCover, monthlyAt, windSpeed } from '../physics/weather.ts'
import type { PlantSpec } from '../world/plant.ts'

/** What all devices of a plant share in one minute. */
export interface SkyMinute {
  at: number
  sun: SunPosition
  clear: Sky
  cover: number
  ambientC: number
  windMs: number
  /** One view per mounting of the plant, in the order of `mountingsOf`. */
  views: PlaneView[]
}

/** The distinct mountings of a plant; the irradiance sensor is on the first one. */
export function mountingsOf(plant: PlantSpec): Mounting[] {
  const seen = new Map<string, Mounting>()
  for (const inverter of plant.inverters) {
    for (const { mounting } of inverter.arrays) seen.set(JSON.stringify(mounting), mounting)
  }
  return [...seen.values()]
}

export function skyMinute(
  plant: PlantSpec,
  weatherSeed: number,
  mountings: readonly Mounting[],
  at: number,
): SkyMinute {
  const { place, climate } = plant
  const sun = sunPosition(at, place)
  const outside = extraterrestrial(at)
  const cover = cloudCover(weatherSeed, climate, at, place.longitude)
  const up = sun.elevation > 0
  return {
    at,
    sun,
    clear: clearSky(sun.elevation, place.altitudeM, up ? monthlyAt(climate.turbidity, at) : 3, outside),
    cover,
    ambientC: airTemperature(weatherSeed, climate, at, place.longitude, cover),
    windMs: windSpeed(weatherSeed, climate, at, place.longitude),
    views: up ? mountings.map((mounting) => viewOf(mounting, sun, outside)) : [],
  }
}

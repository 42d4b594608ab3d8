import { ivPointCount } from '@helioport/contract'
import { underCloud } from '../physics/clear-sky.ts'
import { cellTemperature, moduleTemperature } from '../physics/module-temperature.ts'
import { onPlane } from '../physics/plane.ts'
import {
  healthy,
  type PvString,
  pvString,
  type StringCondition,
  stringCurrentAt,
  stringVoltageAt,
} from '../physics/pv-string.ts'
import { clearSkyIndex } from '../physics/weather.ts'
import type { Surroundings } from './behaviour.ts'
import type { ArraySpec } from '../world/plant.ts'
import type { SkyMinute } from './sky-minute.ts'
import type { Wiring } from './wiring.ts'

/** One string at 64 voltages that its tracker sweeps; mppt and string counted from 1. */
export interface StringCurve {
  mppt: number
  string: number
  voltageV: number[]
  currentA: number[]
}

/**
 * The part of a plant's ageing that reduces current (glass, ordinary dust); the rest is lost in contacts and cables. A
 * plant with 0.92 of its power left has 2.7 % less current than its datasheet says: within the tolerance of modules, so
 * it must not look like dirt.
 */
const dimmedPart = 1 / 3

function agedString(
  array: ArraySpec,
  conditionShare: number,
  irradiance: number,
  cellC: number,
  condition: StringCondition = healthy,
): PvString {
  const { module, modulesPerString } = array
  const dimmed = conditionShare ** dimmedPart
  const { vmpV, impA } = module.datasheet
  const agedOhm = ((1 - conditionShare / dimmed) * modulesPerString * vmpV) / impA
  return pvString(module, modulesPerString, irradiance * dimmed, cellC, {
    ...condition,
    seriesOhm: condition.seriesOhm + agedOhm,
  })
}

/** Sweeps every tracker from V = 0 to the highest open-circuit voltage of its strings. */
export function curvesOf(wiring: Wiring, now: SkyMinute, s: Surroundings): StringCurve[] {
  const { plant, trackers, weatherSeed, lagMs, quality } = wiring
  const sky = underCloud(now.clear, now.sun.elevation, clearSkyIndex(weatherSeed, now.cover, now.at - lagMs))
  return trackers.flatMap(({ array, view, firstString }, t) => {
    const planeView = now.views[view]
    const plane = planeView ? onPlane(planeView, sky, plant.albedo) : { poa: 0, effective: 0 }
    const poa = Math.min(plane.poa, s.lightLimitWm2)
    const effective = Math.min(plane.effective, s.lightLimitWm2) * s.light
    const cellC = cellTemperature(array.thermal, poa, moduleTemperature(array.thermal, poa, now.ambientC, now.windMs))
    const strings = Array.from({ length: array.stringsPerMppt }, (_, i) => {
      const n = firstString + i
      const share = (quality[n] ?? 1) * (s.strings[n] ?? 1)
      const own = agedString(array, plant.conditionShare, effective * share, cellC, s.conditions.get(n))
      return { number: n + 1, own, isOpen: share === 0, openV: share === 0 ? 0 : stringVoltageAt(own, 0) }
    })
    // An open string is swept with its siblings; alone on its tracker it has no voltage and no current.
    const highest = Math.max(...strings.map(({ openV }) => openV))
    const voltageV = Array.from({ length: ivPointCount }, (_, k) => (highest * k) / (ivPointCount - 1))
    return strings.map(({ number, own, isOpen, openV }) => ({
      mppt: t + 1,
      string: number,
      voltageV: voltageV.map((v) => Math.round(v * 100) / 100),
      currentA: voltageV.map((v) => (isOpen || v >= openV ? 0 : Math.round(stringCurrentAt(own, v) * 1000) / 1000)),
    }))
  })
}

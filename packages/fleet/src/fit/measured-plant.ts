import { acFromDc } from '../physics/inverter.ts'
import { cellTemperature, openRack } from '../physics/module-temperature.ts'
import { mono545 } from '../physics/module-types.ts'
import { mppTable } from '../physics/mpp-table.ts'

/** One instant of a measured plant. */
export interface Driven {
  /** Plane-of-array irradiance, W/m2, and back-of-module temperature, degC. */
  poa: number
  moduleC: number
  /** AC power of all inverters, W. */
  acW: number
}

/** The fitted parameters of a plant. */
export interface PlantParameters {
  /** Module power divided by inverter power. */
  dcAcRatio: number
  /** Load-independent loss as a share of module power: dirt, age, mismatch. */
  constantLoss: number
  /** Loss at rated power in cables and transformers, proportional to power squared. */
  ohmicLoss: number
}

const table = mppTable(mono545)
const point = { voltage: 0, current: 0 }

/** AC power (W) of a plant of `ratedW` from measured irradiance and module temperature. */
export function modelledPower(p: PlantParameters, ratedW: number, { poa, moduleC }: Omit<Driven, 'acW'>): number {
  table.lookUp(poa, cellTemperature(openRack, poa, moduleC), point)
  const perWatt = (point.voltage * point.current) / mono545.datasheet.powerW
  const dcW = perWatt * p.dcAcRatio * ratedW * (1 - p.constantLoss)
  const afterCables = dcW - (p.ohmicLoss * dcW * dcW) / ratedW
  return Math.min(Math.max(acFromDc(afterCables, ratedW), 0), ratedW)
}

/** Mean square error of the model, as a share of rated power. */
function misfit(p: PlantParameters, ratedW: number, day: readonly Driven[]): number {
  const sum = day.reduce((total, row) => total + ((modelledPower(p, ratedW, row) - row.acW) / ratedW) ** 2, 0)
  return sum / day.length
}

const ranges: Record<keyof PlantParameters, readonly [number, number]> = {
  dcAcRatio: [1, 1.6],
  constantLoss: [0, 0.2],
  ohmicLoss: [0, 0.06],
}

/** Fits the three parameters on one day: coordinate search with halving steps, deterministic. */
export function fitPlant(day: readonly Driven[], ratedW: number): PlantParameters {
  const best: PlantParameters = { dcAcRatio: 1.2, constantLoss: 0.05, ohmicLoss: 0.01 }
  let error = misfit(best, ratedW, day)
  for (let step = 0.25; step > 1e-4; step /= 2) {
    for (let improved = true; improved;) {
      improved = false
      for (const name of Object.keys(ranges) as (keyof PlantParameters)[]) {
        const [low, high] = ranges[name]
        for (const sign of [-1, 1]) {
          const value = Math.min(Math.max(best[name] + sign * step * (high - low), low), high)
          const tried = misfit({ ...best, [name]: value }, ratedW, day)
          if (tried >= error) continue
          best[name] = value
          error = tried
          improved = true
        }
      }
    }
  }
  return best
}

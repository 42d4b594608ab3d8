import { type Sky, underCloud } from '../physics/clear-sky.ts'
import { cellTemperature, moduleTemperature } from '../physics/module-temperature.ts'
import { onPlane } from '../physics/plane.ts'
import { clearSkyIndex } from '../physics/weather.ts'
import type { ArraySpec } from '../world/plant.ts'
import type { Surroundings } from './behaviour.ts'
import type { SkyMinute } from './sky-minute.ts'
import type { Tracker, Wiring } from './wiring.ts'

/** Light on one array. Consecutive calls for trackers of the same array share the result. */
export class ArrayLight {
  /** Irradiance in the plane of the array, and the part that the cells convert, W/m2. */
  poa = 0
  effective = 0
  cellC = 0
  /** Voltage of a string without a fault: at its maximum power point, and open-circuit. */
  soundVolts = 0
  soundOpen = 0
  /** Maximum power point of one module. */
  readonly point = { voltage: 0, current: 0 }
  readonly #wiring: Wiring
  #sky: Sky | undefined
  #array: ArraySpec | undefined
  #isLit = false

  constructor(wiring: Wiring) {
    this.#wiring = wiring
  }

  begin(now: SkyMinute): void {
    const { weatherSeed, lagMs } = this.#wiring
    this.#sky = underCloud(now.clear, now.sun.elevation, clearSkyIndex(weatherSeed, now.cover, now.at - lagMs))
    this.#array = undefined
  }

  /** Computes the light on a tracker's array; false if there is no view of its plane, as at night. */
  fallsOn({ array, view, table }: Tracker, now: SkyMinute, s: Surroundings): boolean {
    if (array === this.#array) return this.#isLit
    this.#array = array
    const planeView = now.views[view]
    this.#isLit = planeView !== undefined
    if (!planeView || !this.#sky) return false
    const plane = onPlane(planeView, this.#sky, this.#wiring.plant.albedo)
    this.poa = Math.min(plane.poa, s.lightLimitWm2)
    this.effective = Math.min(plane.effective, s.lightLimitWm2) * s.light
    this.cellC = cellTemperature(
      array.thermal,
      this.poa,
      moduleTemperature(array.thermal, this.poa, now.ambientC, now.windMs),
    )
    // Parallel strings share one voltage, which hardly depends on light; each string's current follows its own light.
    table.lookUp(this.effective, this.cellC, this.point)
    this.soundVolts = this.point.voltage * array.modulesPerString
    this.soundOpen = table.openVoltage(this.effective, this.cellC) * array.modulesPerString
    return true
  }
}

import { sampleMinutes, type Setting } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { zoneClock } from '@helioport/time/node'
import { underCloud } from '../physics/clear-sky.ts'
import { moduleTemperature, openRack } from '../physics/module-temperature.ts'
import { onPlane } from '../physics/plane.ts'
import { horizonElevation, sunPosition } from '../physics/sun.ts'
import { clearSkyIndex } from '../physics/weather.ts'
import { normal, seedOf, uniform } from '../random/noise.ts'
import { tickMs } from '../time/tick.ts'
import { capacityOf, type PlantSpec } from '../world/plant.ts'
import type { Behaviour } from './behaviour.ts'
import type { StringCurve } from './string-curves.ts'
import { createInverter } from './inverter.ts'
import type { InverterState } from './inverter-state.ts'
import { mountingsOf, type SkyMinute, skyMinute } from './sky-minute.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Inverters stay awake this long after sunset, then switch off with their DC supply. */
const sleepAfterMs = 30 * minuteMs

/** State of a plant; a pure function of seed, first tick and current tick, saved to avoid recomputing it. */
export interface PlantState {
  /** The last tick that is included, epoch ms. */
  at: number
  inverters: InverterState[]
}

/** Readings of one plant's logger at one tick. */
export interface Readings {
  at: number
  devices: DeviceFrame[]
  sensors: SensorFrame[]
}

export interface Plant {
  spec: PlantSpec
  /** Initial counters at `at`, before the first tick. */
  stateAt: (at: number) => PlantState
  /** Advances to the next tick: changes `state`, returns the readings of that tick. */
  next: (state: PlantState) => Readings
  /** Whether its inverters have light, or had light half an hour ago: in the dark no inverter answers on the bus. */
  isAwake: (at: number) => boolean
  /** In the plane of the first mounting, W/m2. */
  irradianceAt: (at: number) => number
  /** Register values of an inverter's reactive power control and active power limit. */
  settingsAt: (serial: string, at: number) => { reactive: Setting; active: Setting }
  /** AC output of an inverter at that moment, W and var. */
  outputAt: (serial: string, at: number) => { powerW: number; reactiveVar: number }
  /** Result of an IV scan of one inverter; irradiance and module temperature only if the plant has sensors. */
  scan: (serial: string, at: number) => Scan
}

export interface Scan {
  scannedAt: number
  irradianceWm2: number | null
  moduleC: number | null
  curves: StringCurve[]
}

/** Behaviours switched on for a device (by serial) in addition to those of its spec. */
export type Switched = (serial: string) => readonly Behaviour[]

const nothing: readonly Behaviour[] = []

/** Sensor values of a plant over the minutes that end at `at`. */
function sensorFrame(
  { spec, weatherSeed, sensorSeed }: { spec: PlantSpec; weatherSeed: number; sensorSeed: number },
  at: number,
  minutes: readonly SkyMinute[],
): SensorFrame {
  let [poaSum, ghiSum, moduleSum, ambientSum, windSum] = [0, 0, 0, 0, 0]
  for (const minute of minutes) {
    const view = minute.views[0]
    const sky = underCloud(minute.clear, minute.sun.elevation, clearSkyIndex(weatherSeed, minute.cover, minute.at))
    const poa = view ? onPlane(view, sky, spec.albedo).poa : 0
    poaSum += poa
    ghiSum += sky.ghi
    moduleSum += moduleTemperature(openRack, poa, minute.ambientC, minute.windMs)
    ambientSum += minute.ambientC
    windSum += minute.windMs
  }
  const n = minutes.length
  const tick = at / tickMs
  const noisy = (sum: number, stream: number) => {
    const mean = sum / n
    return Math.max(0, Math.round(mean * (1 + 0.002 * normal(sensorSeed, stream, tick)) * 10) / 10)
  }
  return {
    at,
    irradianceWm2: noisy(poaSum, 1),
    horizontalWm2: noisy(ghiSum, 2),
    ambientC: Math.round((ambientSum / n) * 10) / 10,
    moduleC: Math.round((moduleSum / n) * 10) / 10,
    windMs: Math.round((windSum / n) * 10) / 10,
  }
}

/** Creates a plant. Equal spec, seed and switches give byte-identical readings. */
export function createPlant(spec: PlantSpec, seed: number, switched: Switched = () => nothing): Plant {
  const weatherSeed = seedOf(seed, `weather ${spec.key}`)
  const sensors = { spec, weatherSeed, sensorSeed: seedOf(seed, `sensor ${spec.key}`) }
  const mountings = mountingsOf(spec)
  const inverters = spec.inverters.map((inverter) =>
    createInverter(spec, inverter, seed, mountings, () => switched(inverter.serial)),
  )
  const clock = zoneClock(spec.timeZone)

  const isAwake = (at: number) =>
    [at, at - sleepAfterMs].some((time) => sunPosition(time, spec.place).elevation > horizonElevation)
  const inverterOf = (serial: string) => {
    const found = inverters.find((inverter) => inverter.spec.serial === serial)
    if (!found) throw new RangeError(`no inverter ${serial} in ${spec.key}`)
    return found
  }
  const sensorsAt = (at: number) => sensorFrame(sensors, at, [skyMinute(spec, weatherSeed, mountings, at)])

  return {
    spec,
    isAwake,
    irradianceAt: (at) => sensorsAt(at).irradianceWm2 ?? 0,
    settingsAt: (serial, at) => inverterOf(serial).settingsAt(at),
    outputAt: (serial, at) => inverterOf(serial).outputAt(skyMinute(spec, weatherSeed, mountings, at)),
    scan(serial, at) {
      const { irradianceWm2 = null, moduleC = null } = spec.hasSensors ? sensorsAt(at) : {}
      const curves = inverterOf(serial).curves(skyMinute(spec, weatherSeed, mountings, at))
      return { scannedAt: at, irradianceWm2, moduleC, curves }
    },
    stateAt(at) {
      return {
        at,
        inverters: spec.inverters.map((inverter, i) => {
          const days = Math.max((at - Date.parse(inverter.installedOn)) / dayMs, 0)
          const yieldOf = spec.typicalYield * (0.98 + 0.04 * uniform(seedOf(seed, inverter.serial), 9, i))
          return {
            energyWh: Math.round((capacityOf(inverter) * yieldOf * 1000 * days) / 365.25),
            todayWh: 0,
            day: clock.dayNumber(at),
            minutes: Math.round(days * 11 * 12) * 5,
          }
        }),
      }
    },
    next(state) {
      const at = state.at + tickMs
      const minutes = Array.from({ length: sampleMinutes }, (_, i) =>
        skyMinute(spec, weatherSeed, mountings, at - (sampleMinutes - 1 - i) * minuteMs),
      )
      const elevation = minutes.at(-1)?.sun.elevation ?? -90
      const awake =
        elevation > horizonElevation || sunPosition(at - sleepAfterMs, spec.place).elevation > horizonElevation
      // A daily counter belongs to the day of its minutes: the tick at midnight still belongs to the day that ends.
      const day = clock.dayNumber(at - 1)
      const devices: DeviceFrame[] = []
      for (const [i, inverter] of inverters.entries()) {
        const own = state.inverters[i]
        if (!own) throw new RangeError(`no state for inverter ${i} of ${spec.key}`)
        const frame = inverter.report(at, minutes, awake, day, own)
        if (frame) devices.push(frame)
      }
      state.at = at
      return { at, devices, sensors: spec.hasSensors ? [sensorFrame(sensors, at, minutes)] : [] }
    },
  }
}

import { ivPointCount } from '@helioport/contract'
import { underCloud } from '../physics/clear-sky.ts'
import { cellTemperature, moduleTemperature } from '../physics/module-temperature.ts'
import { type MppTable, mppTable } from '../physics/mpp-table.ts'
import { bestOfParallel } from '../physics/parallel-strings.ts'
import { type Mounting, onPlane, type PlaneView } from '../physics/plane.ts'
import {
  type PvString,
  pvString,
  type StringCondition,
  stringCurrentAt,
  stringVoltageAt,
} from '../physics/pv-string.ts'
import { clearSkyIndex } from '../physics/weather.ts'
import { normal, seedOf, uniform } from '../random/noise.ts'
import { type ArraySpec, type InverterSpec, mpptCountOf, type PlantSpec, stringCountOf } from '../world/plant.ts'
import type { Surroundings } from './behaviour.ts'
import type { SkyMinute } from './sky-minute.ts'

/** Loss of cables, connectors and module tolerance before the inverter. */
const wiringShare = 0.985
/** Spread of the modules of a string against each other: each string's light differs by about this. */
const stringSpread = 0.006

interface Tracker {
  array: ArraySpec
  view: number
  table: MppTable
  firstString: number
}

/** One minute of the DC side. `light`: the brightest plane, W/m2. */
export interface DcMinute {
  dcW: number
  openV: number
  light: number
}

/** One string at 64 voltages that its tracker sweeps; mppt and string counted from 1. */
export interface StringCurve {
  mppt: number
  string: number
  voltageV: number[]
  currentA: number[]
}

export interface DcSide {
  /** Voltage and power that each tracker's strings offer in the minute worked out last. */
  volts: Float64Array
  watts: Float64Array
  /** Current of each string as a share of a sound one's. */
  shares: Float64Array
  minute: (minute: SkyMinute, s: Surroundings) => DcMinute
  /** Sweeps every tracker from V = 0 to the highest open voltage of its strings. */
  curves: (minute: SkyMinute, s: Surroundings) => StringCurve[]
  /** Splits the trackers' currents among their strings, A. */
  stringCurrents: (mpptCurrent: readonly number[]) => number[]
}

/** Modules, strings and trackers of one inverter. */
export function createDcSide(
  plant: PlantSpec,
  spec: InverterSpec,
  seed: number,
  mountings: readonly Mounting[],
): DcSide {
  const own = seedOf(seed, spec.serial)
  const weatherSeed = seedOf(seed, `weather ${plant.key}`)
  // Clouds reach the far end of a plant some minutes after the near one.
  const lagMs = uniform(own, 1, 0) * 150_000
  const stringCount = stringCountOf(spec)
  const quality = Float64Array.from({ length: stringCount }, (_, i) => 1 + stringSpread * normal(own, 2, i))
  const keys = mountings.map((m) => JSON.stringify(m))
  const trackers: Tracker[] = spec.arrays.flatMap((array, a) => {
    const before = spec.arrays.slice(0, a).reduce((sum, x) => sum + x.mppts * x.stringsPerMppt, 0)
    return Array.from({ length: array.mppts }, (_, m) => ({
      array,
      view: keys.indexOf(JSON.stringify(array.mounting)),
      table: mppTable(array.module),
      firstString: before + m * array.stringsPerMppt,
    }))
  })
  const volts = new Float64Array(mpptCountOf(spec))
  const watts = new Float64Array(volts.length)
  const shares = new Float64Array(stringCount)
  const point = { voltage: 0, current: 0 }

  /** Strings of the minute, hurt alike under the same light. */
  const alike: { array: ArraySpec; light: number; condition: StringCondition | undefined; string: PvString }[] = []
  function stringOf(array: ArraySpec, light: number, cellC: number, condition: StringCondition | undefined): PvString {
    const found = alike.find((one) => one.array === array && one.light === light && one.condition === condition)
    if (found) return found.string
    const string = pvString(array.module, array.modulesPerString, light, cellC, condition)
    alike.push({ array, light, condition, string })
    return string
  }

  /** A tracker with a hurt string: the one voltage that is best for all, and what each gives there. */
  function hurtTracker(t: number, tracker: Tracker, light: number, cellC: number, s: Surroundings): number {
    const { array, firstString } = tracker
    const strings = Array.from({ length: array.stringsPerMppt }, (_, i) =>
      stringOf(array, light, cellC, s.conditions.get(firstString + i)),
    )
    const best = bestOfParallel(strings, Array.from(shares.subarray(firstString, firstString + strings.length)))
    for (const [i, current] of best.currents.entries()) {
      shares[firstString + i] = point.current > 0 ? ((shares[firstString + i] ?? 0) * current) / point.current : 0
    }
    volts[t] = best.voltage
    return best.openVoltage
  }

  function minute(now: SkyMinute, s: Surroundings): DcMinute {
    const index = clearSkyIndex(weatherSeed, now.cover, now.at - lagMs)
    const sky = underCloud(now.clear, now.sun.elevation, index)
    let [dcW, openV, light] = [0, 0, 0]
    alike.length = 0
    for (let i = 0; i < stringCount; i++) shares[i] = (quality[i] ?? 1) * (s.strings[i] ?? 1)
    // Trackers of one array see the same light: worked out once for all of them.
    let array: ArraySpec | undefined
    let planeView: PlaneView | undefined
    let [poa, effective, cellC, soundVolts, soundOpen] = [0, 0, 0, 0, 0]
    for (let t = 0; t < trackers.length; t++) {
      const tracker = trackers[t] as Tracker
      const { view, table, firstString } = tracker
      if (tracker.array !== array) {
        array = tracker.array
        planeView = now.views[view]
        if (planeView) {
          const plane = onPlane(planeView, sky, plant.albedo)
          poa = Math.min(plane.poa, s.lightLimitWm2)
          effective = Math.min(plane.effective, s.lightLimitWm2) * s.light
          cellC = cellTemperature(array.thermal, poa, moduleTemperature(array.thermal, poa, now.ambientC, now.windMs))
          // Strings in parallel share one voltage, which hardly moves with light; their currents follow each one's own.
          table.lookUp(effective, cellC, point)
          soundVolts = point.voltage * array.modulesPerString
          soundOpen = table.openVoltage(effective, cellC) * array.modulesPerString
        }
      }
      volts[t] = 0
      watts[t] = 0
      if (!planeView) continue
      volts[t] = soundVolts
      let open = soundOpen
      if (s.conditions.size > 0 && effective > 0 && isHurt(tracker, s)) {
        open = hurtTracker(t, tracker, effective, cellC, s)
      }
      let share = 0
      for (let i = 0; i < array.stringsPerMppt; i++) share += shares[firstString + i] ?? 0
      watts[t] = (volts[t] ?? 0) * point.current * share * wiringShare * plant.conditionShare
      dcW += watts[t] ?? 0
      light = Math.max(light, poa)
      openV = Math.max(openV, open)
    }
    return { dcW, openV, light }
  }

  function isHurt({ array, firstString }: Tracker, s: Surroundings): boolean {
    for (let i = 0; i < array.stringsPerMppt; i++) if (s.conditions.has(firstString + i)) return true
    return false
  }

  function stringCurrents(mpptCurrent: readonly number[]): number[] {
    // Plain loops here and in `minute`: they run for every string of every frame of a fleet's history.
    const currents: number[] = []
    for (let t = 0; t < trackers.length; t++) {
      const { array, firstString } = trackers[t] as Tracker
      const end = firstString + array.stringsPerMppt
      const current = mpptCurrent[t] ?? 0
      let sum = 0
      for (let n = firstString; n < end; n++) sum += shares[n] ?? 0
      for (let n = firstString; n < end; n++) {
        currents.push(sum > 0 ? Math.round((current * (shares[n] ?? 0) * 100) / sum) / 100 : 0)
      }
    }
    return currents
  }

  function curves(now: SkyMinute, s: Surroundings): StringCurve[] {
    const sky = underCloud(now.clear, now.sun.elevation, clearSkyIndex(weatherSeed, now.cover, now.at - lagMs))
    return trackers.flatMap(({ array, view, firstString }, t) => {
      const planeView = now.views[view]
      const plane = planeView ? onPlane(planeView, sky, plant.albedo) : { poa: 0, effective: 0 }
      const poa = Math.min(plane.poa, s.lightLimitWm2)
      const effective = Math.min(plane.effective, s.lightLimitWm2) * s.light * plant.conditionShare
      const cellC = cellTemperature(array.thermal, poa, moduleTemperature(array.thermal, poa, now.ambientC, now.windMs))
      const strings = Array.from({ length: array.stringsPerMppt }, (_, i) => {
        const n = firstString + i
        const share = (quality[n] ?? 1) * (s.strings[n] ?? 1)
        const light = effective * share
        const own = pvString(array.module, array.modulesPerString, light, cellC, s.conditions.get(n))
        return { number: n + 1, own, isOpen: share === 0, openV: share === 0 ? 0 : stringVoltageAt(own, 0) }
      })
      // An open string is swept with its siblings; alone on its tracker it shows nothing at all.
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

  return { volts, watts, shares, minute, curves, stringCurrents }
}

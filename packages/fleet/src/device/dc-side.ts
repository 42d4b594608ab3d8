import type { Mounting } from '../physics/plane.ts'
import type { InverterSpec, PlantSpec } from '../world/plant.ts'
import { ArrayLight } from './array-light.ts'
import type { Surroundings } from './behaviour.ts'
import { FaultyTrackers, isFaulty } from './faulty-trackers.ts'
import type { SkyMinute } from './sky-minute.ts'
import { curvesOf, type StringCurve } from './string-curves.ts'
import { type Tracker, type Wiring, wiringOf } from './wiring.ts'

/** Factor for losses of cables, connectors and module tolerance before the inverter. */
const wiringShare = 0.985

/** One minute of the DC side. `light`: highest plane irradiance of its arrays, W/m2. */
export interface DcMinute {
  dcW: number
  openV: number
  light: number
}

export interface DcSide {
  /** Voltage and power of each tracker in the last computed minute. */
  volts: Float64Array
  watts: Float64Array
  /** Current of each string as a share of that of a fault-free string. */
  shares: Float64Array
  minute: (minute: SkyMinute, s: Surroundings) => DcMinute
  /** Sweeps every tracker from V = 0 to the highest open-circuit voltage of its strings. */
  curves: (minute: SkyMinute, s: Surroundings) => StringCurve[]
  /** Splits the trackers' currents into string currents, A. */
  stringCurrents: (mpptCurrent: readonly number[]) => number[]
}

/** Modules, strings and trackers of one inverter. */
export function createDcSide(
  plant: PlantSpec,
  spec: InverterSpec,
  seed: number,
  mountings: readonly Mounting[],
): DcSide {
  const wiring = wiringOf(plant, spec, seed, mountings)
  const { trackers, quality, volts, watts, shares } = wiring
  const light = new ArrayLight(wiring)
  const faulty = new FaultyTrackers(wiring)

  function minute(now: SkyMinute, s: Surroundings): DcMinute {
    let [dcW, openV, brightest] = [0, 0, 0]
    light.begin(now)
    faulty.begin()
    for (let i = 0; i < shares.length; i++) shares[i] = (quality[i] ?? 1) * (s.strings[i] ?? 1)
    for (let t = 0; t < trackers.length; t++) {
      const tracker = trackers[t] as Tracker
      const { array, firstString } = tracker
      volts[t] = 0
      watts[t] = 0
      if (!light.fallsOn(tracker, now, s)) continue
      volts[t] = light.soundVolts
      let open = light.soundOpen
      if (s.conditions.size > 0 && light.effective > 0 && isFaulty(tracker, s)) open = faulty.settle(t, light, s)
      let share = 0
      for (let i = 0; i < array.stringsPerMppt; i++) share += shares[firstString + i] ?? 0
      watts[t] = (volts[t] ?? 0) * light.point.current * share * wiringShare * plant.conditionShare
      dcW += watts[t] ?? 0
      brightest = Math.max(brightest, light.poa)
      openV = Math.max(openV, open)
    }
    return { dcW, openV, light: brightest }
  }

  return {
    volts,
    watts,
    shares,
    minute,
    curves: (now, s) => curvesOf(wiring, now, s),
    stringCurrents: (mpptCurrent) => stringCurrentsOf(wiring, mpptCurrent),
  }
}

function stringCurrentsOf({ trackers, shares }: Wiring, mpptCurrent: readonly number[]): number[] {
  // Plain loops for speed, here and in `minute`: they run for every string of every frame of a fleet's history.
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

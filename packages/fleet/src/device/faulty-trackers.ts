import { bestOfParallel } from '../physics/parallel-strings.ts'
import { type PvString, pvString, type StringCondition } from '../physics/pv-string.ts'
import type { ArraySpec } from '../world/plant.ts'
import type { ArrayLight } from './array-light.ts'
import type { Surroundings } from './behaviour.ts'
import type { Tracker, Wiring } from './wiring.ts'

export function isFaulty({ array, firstString }: Tracker, s: Surroundings): boolean {
  for (let i = 0; i < array.stringsPerMppt; i++) if (s.conditions.has(firstString + i)) return true
  return false
}

/** Trackers with a faulty string. */
export class FaultyTrackers {
  readonly #wiring: Wiring
  /** Cache of this minute: strings with the same fault and light are computed once. */
  readonly #alike: { array: ArraySpec; light: number; condition: StringCondition | undefined; string: PvString }[] = []

  constructor(wiring: Wiring) {
    this.#wiring = wiring
  }

  begin(): void {
    this.#alike.length = 0
  }

  #stringOf(array: ArraySpec, { effective, cellC }: ArrayLight, condition: StringCondition | undefined): PvString {
    const found = this.#alike.find(
      (one) => one.array === array && one.light === effective && one.condition === condition,
    )
    if (found) return found.string
    const string = pvString(array.module, array.modulesPerString, effective, cellC, condition)
    this.#alike.push({ array, light: effective, condition, string })
    return string
  }

  /**
   * Finds the voltage with the highest total power of a tracker's strings, and the current of each; returns the
   * open-circuit voltage.
   */
  settle(t: number, light: ArrayLight, s: Surroundings): number {
    const { trackers, shares, volts } = this.#wiring
    const { array, firstString } = trackers[t] as Tracker
    const { current: sound } = light.point
    const strings = Array.from({ length: array.stringsPerMppt }, (_, i) =>
      this.#stringOf(array, light, s.conditions.get(firstString + i)),
    )
    const best = bestOfParallel(strings, Array.from(shares.subarray(firstString, firstString + strings.length)))
    for (const [i, current] of best.currents.entries()) {
      shares[firstString + i] = sound > 0 ? ((shares[firstString + i] ?? 0) * current) / sound : 0
    }
    volts[t] = best.voltage
    return best.openVoltage
  }
}

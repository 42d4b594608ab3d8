import { type PvString, stringVoltageAt } from './pv-string.ts'

/** A string's curve as sample points with rising voltage; dense at high current, where knee and steps are. */
interface Knots {
  voltages: Float64Array
  currents: Float64Array
}

const knotCount = 72

/** Cache: equal strings of many trackers are one object, so the curve is computed once. */
const known = new WeakMap<PvString, Knots>()

function knotsOf(string: PvString): Knots {
  const before = known.get(string)
  if (before) return before
  const voltages = new Float64Array(knotCount)
  const currents = new Float64Array(knotCount)
  for (let k = 0; k < knotCount; k++) {
    const current = string.greatestA * (1 - (k / (knotCount - 1)) ** 2)
    currents[k] = current
    voltages[k] = stringVoltageAt(string, current)
  }
  const knots = { voltages, currents }
  known.set(string, knots)
  return knots
}

/** Current at a voltage; 0 above the open-circuit voltage: string fuses and blocking diodes prevent reverse current. */
function currentOf({ voltages, currents }: Knots, voltage: number): number {
  let [low, high] = [0, knotCount - 1]
  if (voltage >= (voltages[high] ?? 0)) return 0
  if (voltage <= (voltages[low] ?? 0)) return currents[low] ?? 0
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((voltages[middle] ?? 0) <= voltage) low = middle
    else high = middle
  }
  const [v0, v1] = [voltages[low] ?? 0, voltages[high] ?? 0]
  const [i0, i1] = [currents[low] ?? 0, currents[high] ?? 0]
  return v1 > v0 ? i0 + ((i1 - i0) * (voltage - v0)) / (v1 - v0) : i1
}

/** Operating point of one tracker: common voltage, current per string, A. */
export interface TrackerPoint {
  voltage: number
  currents: number[]
  openVoltage: number
}

const steps = 120

/**
 * The maximum power point of parallel strings. The search covers the whole curve, as trackers with shade management do,
 * to avoid a local maximum. `weights`: factor on each string's current (dust, a blown fuse).
 */
export function bestOfParallel(strings: readonly PvString[], weights: readonly number[]): TrackerPoint {
  const knots = strings.map(knotsOf)
  const openVoltage = Math.max(...knots.map((k) => k.voltages[knotCount - 1] ?? 0))
  const powerAt = (voltage: number) =>
    voltage * knots.reduce((sum, k, i) => sum + (weights[i] ?? 1) * currentOf(k, voltage), 0)
  let best = 0
  for (let i = 1; i < steps; i++)
    if (powerAt((openVoltage * i) / steps) > powerAt((openVoltage * best) / steps)) best = i
  let [low, high] = [(openVoltage * (best - 1)) / steps, (openVoltage * (best + 1)) / steps]
  for (let i = 0; i < 24; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (powerAt(a) < powerAt(b)) low = a
    else high = b
  }
  const voltage = Math.max((low + high) / 2, 0)
  return { voltage, currents: knots.map((k) => currentOf(k, voltage)), openVoltage }
}

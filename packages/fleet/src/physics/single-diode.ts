/**
 * Single-diode equation: I = IL - I0·(exp((V + I·Rs)/a) - 1) - (V + I·Rs)/Rsh. Points are computed from the diode
 * voltage Vd = V + I·Rs, for which current and voltage are explicit (Bishop 1988).
 */
export interface DiodeParameters {
  /** Photocurrent IL, A. */
  photoA: number
  /** Saturation current I0, A. */
  saturationA: number
  /** Rs, ohm. */
  seriesOhm: number
  /** Rsh, ohm. */
  shuntOhm: number
  /** Modified ideality a = n·Ns·k·T/q, V. */
  idealityV: number
}

export interface Point {
  voltage: number
  current: number
}

const boltzmannOverCharge = 8.617333262e-5

/** n·Ns·k·T/q in volts. */
export function idealityVoltage(n: number, cells: number, temperatureC: number): number {
  return n * cells * boltzmannOverCharge * (temperatureC + 273.15)
}

/** Current and terminal voltage at a diode voltage. */
export function pointAt(p: DiodeParameters, diodeV: number): Point {
  const current = p.photoA - p.saturationA * Math.expm1(diodeV / p.idealityV) - diodeV / p.shuntOhm
  return { current, voltage: diodeV - current * p.seriesOhm }
}

/** Root of a decreasing function between `low` and `high`: Newton from `start`, kept inside the bracket. */
function fallingRoot(
  f: (x: number) => { value: number; slope: number },
  low: number,
  high: number,
  start = (low + high) / 2,
): number {
  let x = start
  for (let i = 0; i < 100; i++) {
    const { value, slope } = f(x)
    if (value > 0) low = x
    else high = x
    const next = x - value / slope
    const inside = next > low && next < high
    const to = inside ? next : (low + high) / 2
    if (Math.abs(to - x) <= 1e-12 * Math.max(1, Math.abs(x))) return to
    x = to
  }
  return x
}

/** V at I = 0. Zero in the dark. */
export function openCircuitVoltage(p: DiodeParameters): number {
  if (p.photoA <= 0) return 0
  const bound = p.idealityV * Math.log1p(p.photoA / p.saturationA)
  return fallingRoot(
    (v) => {
      const e = Math.exp(v / p.idealityV)
      return {
        value: p.photoA - p.saturationA * (e - 1) - v / p.shuntOhm,
        slope: (-p.saturationA * e) / p.idealityV - 1 / p.shuntOhm,
      }
    },
    0,
    bound + 1e-9,
  )
}

/** I at a terminal voltage (negative above Voc). */
export function currentAt(p: DiodeParameters, voltage: number): number {
  const high = voltage + p.seriesOhm * p.photoA
  const low = Math.min(voltage, openCircuitVoltage(p)) - p.seriesOhm * Math.max(voltage, 0) - 1
  // Terminal voltage rises with diode voltage, so its negative decreases.
  const diodeV = fallingRoot(
    (v) => {
      const e = Math.exp(v / p.idealityV)
      const conductance = (p.saturationA * e) / p.idealityV + 1 / p.shuntOhm
      return { value: voltage - pointAt(p, v).voltage, slope: -(1 + p.seriesOhm * conductance) }
    },
    low,
    high + 1e-9,
  )
  return pointAt(p, diodeV).current
}

/** Terminal voltage at a current; negative if the current exceeds the photocurrent. */
export function voltageAt(p: DiodeParameters, current: number): number {
  const left = p.photoA - current
  const high = Math.max(0, p.idealityV * Math.log1p(Math.max(left, 0) / p.saturationA)) + 1e-9
  const diodeV = fallingRoot(
    (v) => {
      const e = Math.exp(v / p.idealityV)
      return {
        value: left - p.saturationA * (e - 1) - v / p.shuntOhm,
        slope: (-p.saturationA * e) / p.idealityV - 1 / p.shuntOhm,
      }
    },
    Math.min(0, left * p.shuntOhm) - 1e-9,
    high,
    // Only the shunt lies between this end and the root.
    high,
  )
  return diodeV - current * p.seriesOhm
}

export const shortCircuitCurrent = (p: DiodeParameters): number => currentAt(p, 0)

/** The maximum power point: dP/dVd = 0. */
export function maximumPower(p: DiodeParameters): Point & { power: number } {
  if (p.photoA <= 0) return { voltage: 0, current: 0, power: 0 }
  const diodeV = fallingRoot(
    (v) => {
      const e = Math.exp(v / p.idealityV)
      const current = p.photoA - p.saturationA * (e - 1) - v / p.shuntOhm
      const g = (p.saturationA * e) / p.idealityV + 1 / p.shuntOhm
      const bend = (p.saturationA * e) / (p.idealityV * p.idealityV)
      const terminal = v - current * p.seriesOhm
      return {
        value: current * (1 + p.seriesOhm * g) - g * terminal,
        slope: current * p.seriesOhm * bend - 2 * g * (1 + p.seriesOhm * g) - bend * terminal,
      }
    },
    0,
    openCircuitVoltage(p),
  )
  const { voltage, current } = pointAt(p, diodeV)
  return { voltage, current, power: voltage * current }
}

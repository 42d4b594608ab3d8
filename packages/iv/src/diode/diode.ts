/**
 * Single-diode model: I = IL - I0·(exp(Vd/a) - 1) - Gsh·Vd, Vd = V + I·Rs. For a whole string the voltages of all cells
 * are added.
 */
export interface Diode {
  /** IL, A. */
  photoA: number
  /** I0, A. */
  saturationA: number
  /** Rs, ohm. */
  seriesOhm: number
  /** Gsh, S. */
  shuntS: number
  /** a = n·Ns·k·T/q, V. */
  thermalV: number
}

/** A diode by its terminal values: I0 follows from Voc. */
export function diodeFrom(photoA: number, vocV: number, thermalV: number, seriesOhm: number, shuntS: number): Diode {
  const saturationA = Math.max(photoA - shuntS * vocV, 1e-6 * photoA) / Math.expm1(vocV / thermalV)
  return { photoA, saturationA, seriesOhm, shuntS, thermalV }
}

/** Vd at a terminal voltage: Newton from above, which never overshoots on this convex function. */
export function diodeVoltage(d: Diode, voltageV: number): number {
  let vd = voltageV + d.seriesOhm * d.photoA
  for (let i = 0; i < 40; i++) {
    const e = d.saturationA * Math.exp(vd / d.thermalV)
    const value = vd - d.seriesOhm * (d.photoA - e + d.saturationA - d.shuntS * vd) - voltageV
    const step = value / (1 + d.seriesOhm * (e / d.thermalV + d.shuntS))
    vd -= step
    if (Math.abs(step) <= 1e-11 * Math.max(1, Math.abs(vd))) break
  }
  return vd
}

export function diodeCurrent(d: Diode, voltageV: number): number {
  const vd = diodeVoltage(d, voltageV)
  return d.photoA - d.saturationA * Math.expm1(vd / d.thermalV) - d.shuntS * vd
}

export function diodeOpenVoltage({ photoA, saturationA, shuntS, thermalV }: Diode): number {
  let v = thermalV * Math.log1p(photoA / saturationA)
  for (let i = 0; i < 60; i++) {
    const e = saturationA * Math.exp(v / thermalV)
    const step = (photoA - e + saturationA - shuntS * v) / (e / thermalV + shuntS)
    v += step
    if (Math.abs(step) <= 1e-11 * Math.max(1, v)) break
  }
  return v
}

export interface PowerPoint {
  vmpV: number
  impA: number
  pmpW: number
}

/** The point of greatest power, by golden section over the terminal voltage. */
export function diodePeak(d: Diode): PowerPoint {
  return peakOf((v) => diodeCurrent(d, v), 0, diodeOpenVoltage(d))
}

const golden = (Math.sqrt(5) - 1) / 2

/** Maximum of V·I between two voltages, where the power has one peak. */
export function peakOf(currentAt: (voltageV: number) => number, low: number, high: number): PowerPoint {
  let [a, b] = [low, high]
  let [x1, x2] = [b - golden * (b - a), a + golden * (b - a)]
  let [p1, p2] = [x1 * currentAt(x1), x2 * currentAt(x2)]
  while (b - a > 1e-6 * high) {
    if (p1 > p2) {
      ;[b, x2, p2] = [x2, x1, p1]
      x1 = b - golden * (b - a)
      p1 = x1 * currentAt(x1)
    } else {
      ;[a, x1, p1] = [x1, x2, p2]
      x2 = a + golden * (b - a)
      p2 = x2 * currentAt(x2)
    }
  }
  const vmpV = (a + b) / 2
  const impA = currentAt(vmpV)
  return { vmpV, impA, pmpW: vmpV * impA }
}

/** Vd over the current j = IL - I of diode and shunt, as knots: a lookup without exponentials. */
export interface DiodeTable {
  takenA: Float64Array
  diodeV: Float64Array
}

/** From `lowestV` (below zero: where bypass diodes hold) to a little above the open voltage. */
export function diodeTable(d: Diode, lowestV: number): DiodeTable {
  const { thermalV: a, saturationA, shuntS } = d
  const open = a * Math.log1p(d.photoA / saturationA)
  const from = Math.max(open - 14 * a, 0.3 * open)
  const dense = Math.ceil((open + 1.5 * a - from) / (a / 5))
  const size = 6 + dense
  const [takenA, diodeV] = [new Float64Array(size), new Float64Array(size)]
  for (let k = 0; k < size; k++) {
    const v = k === 0 ? lowestV : k < 6 ? (from * (k - 1)) / 5 : from + ((k - 5) * a) / 5
    diodeV[k] = v
    takenA[k] = saturationA * Math.expm1(v / a) + shuntS * v
  }
  return { takenA, diodeV }
}

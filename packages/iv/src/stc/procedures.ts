import { type Curve, stcC, stcWm2 } from '../curve/curve.ts'

/**
 * IEC 60891:2021, procedures 1 and 2, to 1000 W/m2 and 25 degC. All values belong to the whole string: voltages and
 * resistances of its modules are added, currents of parallel ones too.
 */
export interface Procedure1 {
  /** A/K and V/K. */
  alphaA: number
  betaV: number
  seriesOhm: number
  /** Curve correction, ohm/K. */
  kappa: number
  /** Isc at the measured conditions, A. */
  iscA: number
}

/** Adds to the currents, so an upward translation ends above I = 0. For irradiance within about 20 % of the target. */
export function procedure1({ voltageV, currentA }: Curve, irradianceWm2: number, cellC: number, p: Procedure1): Curve {
  const cooler = stcC - cellC
  const step = p.iscA * (stcWm2 / irradianceWm2 - 1) + p.alphaA * cooler
  const currents = currentA.map((current) => current + step)
  return {
    currentA: currents,
    voltageV: voltageV.map(
      (voltage, i) => voltage - p.seriesOhm * step - p.kappa * (currents[i] ?? 0) * cooler + p.betaV * cooler,
    ),
  }
}

export interface Procedure2 {
  /** 1/K, of Isc and of Voc. */
  alpha: number
  beta: number
  /** Rs' at 25 degC. */
  seriesOhm: number
  kappa: number
  /** How Voc falls with the logarithm of light: f = 1 + b1·ln(1000/G) + b2·ln²(1000/G). */
  b1: number
  b2: number
  vocStcV: number
}

/** For any irradiance. */
export function procedure2({ voltageV, currentA }: Curve, irradianceWm2: number, cellC: number, p: Procedure2): Curve {
  const cooler = stcC - cellC
  const f = lightFactor(irradianceWm2, p)
  const factor = stcWm2 / irradianceWm2 / (1 - p.alpha * cooler)
  const series = p.seriesOhm - p.kappa * cooler
  const lift = p.vocStcV * (p.beta * cooler * f + 1 - 1 / f)
  return {
    currentA: currentA.map((current) => current * factor),
    voltageV: voltageV.map((voltage, i) => {
      const before = currentA[i] ?? 0
      return voltage - series * before * (factor - 1) - p.kappa * before * factor * cooler + lift
    }),
  }
}

export function lightFactor(irradianceWm2: number, { b1, b2 }: Pick<Procedure2, 'b1' | 'b2'>): number {
  const log = Math.log(stcWm2 / irradianceWm2)
  return 1 + b1 * log + b2 * log * log
}

/** Voc at standard conditions from a measured Voc, by procedure 2. */
export function vocAtStc(
  vocV: number,
  irradianceWm2: number,
  cellC: number,
  p: Pick<Procedure2, 'beta' | 'b1' | 'b2'>,
): number {
  const f = lightFactor(irradianceWm2, p)
  return vocV / (1 / f - p.beta * (stcC - cellC) * f)
}

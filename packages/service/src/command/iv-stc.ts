import { type Curve, diodeFit, figuresOf, sorted } from './iv-curve.ts'

/**
 * Translation of a measured curve to 1000 W/m2 and 25 degC, IEC 60891:2021. Per string: `series` resistances and
 * voltage coefficients of all its modules in series.
 */
const stcWm2 = 1000
const stcC = 25
const kelvin = 273.15

/** Usual for crystalline silicon, where the portal knows no datasheet: 1/K, of Isc and of Voc. */
export const siliconCoefficients = { alphaRel: 0.0005, betaRel: -0.0029 } as const

export interface Procedure1 {
  /** A/K and V/K, of the whole string. */
  alphaA: number
  betaV: number
  seriesOhm: number
  /** Curve correction, ohm/K. */
  kappa: number
  /** Isc at the measured conditions, A. */
  iscA: number
}

/** Procedure 1: adds currents, so an upward translation ends above I = 0; irradiance within 20 % or so. */
export function translate1(
  { voltageV, currentA }: Curve,
  irradianceWm2: number,
  moduleC: number,
  p: Procedure1,
): Curve {
  const step = p.iscA * (stcWm2 / irradianceWm2 - 1) + p.alphaA * (stcC - moduleC)
  const currents = currentA.map((current) => current + step)
  return {
    currentA: currents,
    voltageV: voltageV.map(
      (voltage, i) =>
        voltage - p.seriesOhm * step - p.kappa * (currents[i] ?? 0) * (stcC - moduleC) + p.betaV * (stcC - moduleC),
    ),
  }
}

export interface Procedure2 {
  /** 1/K, of Isc and of Voc. */
  alphaRel: number
  betaRel: number
  seriesOhm: number
  kappa: number
  /** How Voc falls with the logarithm of light: f = 1 + b1·ln(1000/G) + b2·ln²(1000/G). */
  b1: number
  b2: number
  /** V. */
  vocStcV: number
}

/** Procedure 2: any irradiance. */
export function translate2(
  { voltageV, currentA }: Curve,
  irradianceWm2: number,
  moduleC: number,
  p: Procedure2,
): Curve {
  const cooler = stcC - moduleC
  const f = lightFactor(irradianceWm2, p)
  const currents = currentA.map((current) => (current * (stcWm2 / irradianceWm2)) / (1 - p.alphaRel * cooler))
  const series = p.seriesOhm - p.kappa * cooler
  return {
    currentA: currents,
    voltageV: voltageV.map((voltage, i) => {
      const current = currents[i] ?? 0
      const lift = p.vocStcV * (p.betaRel * cooler * f + 1 - 1 / f)
      return voltage - series * (current - (currentA[i] ?? 0)) - p.kappa * current * cooler + lift
    }),
  }
}

function lightFactor(irradianceWm2: number, { b1, b2 }: Pick<Procedure2, 'b1' | 'b2'>): number {
  const log = Math.log(stcWm2 / irradianceWm2)
  return 1 + b1 * log + b2 * log * log
}

/**
 * A string's curve at STC by procedure 2. What the procedure asks of a datasheet is taken from the curve itself: series
 * resistance and n·Ns·k·T/q by a fit, whose share of Voc is b1 (and its square b2) and whose change with temperature is
 * kappa. Null: the curve tells too little.
 */
export function toStc(
  measured: Curve,
  irradianceWm2: number,
  moduleC: number,
  coefficients: { alphaRel: number; betaRel: number } = siliconCoefficients,
): Curve | null {
  const curve = sorted(measured)
  const { iscA, vocV, impA, shuntOhm } = figuresOf(curve)
  if (iscA === null || vocV === null || impA === null || irradianceWm2 < 50) return null
  const fit = diodeFit(curve, iscA, shuntOhm === null ? 0 : 1 / shuntOhm)
  if (!fit) return null
  const idealityStc = (fit.idealityV * (stcC + kelvin)) / (moduleC + kelvin)
  let vocStcV = vocV
  let shape = { b1: 0, b2: 0 }
  // Voc at STC and b1 depend on each other; a few rounds settle them.
  for (let round = 0; round < 5; round += 1) {
    const b1 = idealityStc / vocStcV
    shape = { b1, b2: b1 * b1 }
    const f = lightFactor(irradianceWm2, shape)
    vocStcV = vocV / (1 / f - coefficients.betaRel * (stcC - moduleC) * f)
  }
  return translate2(curve, irradianceWm2, moduleC, {
    ...coefficients,
    ...shape,
    seriesOhm: Math.max(fit.seriesOhm, 0),
    kappa: kneePerK(idealityStc, impA / iscA) / (impA * (stcWm2 / irradianceWm2)),
    vocStcV,
  })
}

/** How far the knee moves away from Voc per kelvin, V/K: n·Ns·k·T/q grows with the absolute temperature. */
function kneePerK(idealityStc: number, kneeShare: number): number {
  return (idealityStc / (stcC + kelvin)) * -Math.log(Math.max(1 - kneeShare, 0.01))
}

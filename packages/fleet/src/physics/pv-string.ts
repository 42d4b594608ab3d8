import { parametersAt, type PvModule } from './pv-module.ts'
import { type DiodeParameters, type Point, voltageAt } from './single-diode.ts'

/** Fault of one string. Multipliers as in pvOps' `iv/simulator.py`; without a fault 1, and 0 ohm. */
export interface StringCondition {
  /** Share of its substrings that are faulty, 0 to 1: rounded to whole substrings. */
  faultyShare: number
  /** For the faulty substrings: share of light, and factors on shunt resistance and saturation current. */
  light: number
  shuntShare: number
  saturation: number
  /** Resistance in series with the whole string, ohm: a bad connector, a cable that is too thin. */
  seriesOhm: number
}

export const healthy: Readonly<StringCondition> = {
  faultyShare: 0,
  light: 1,
  shuntShare: 1,
  saturation: 1,
  seriesOhm: 0,
}

/** Substrings of a module; each has a bypass diode, which conducts at half a volt (Bishop 1988). */
export const substringsPerModule = 3
const bypassV = 0.5

/** A string at one irradiance, prepared for evaluation. */
export interface PvString {
  groups: { parameters: DiodeParameters; substrings: number }[]
  seriesOhm: number
  /** Upper bound of its current, A. */
  greatestA: number
}

/** `irradiance` W/m2 on the cells; `cellC` degC. */
export function pvString(
  module: PvModule,
  modules: number,
  irradiance: number,
  cellC: number,
  condition: StringCondition = healthy,
): PvString {
  const all = modules * substringsPerModule
  const faulty = Math.round(all * Math.min(Math.max(condition.faultyShare, 0), 1))
  const weak = parametersAt(module, irradiance * condition.light, cellC)
  const groups = [
    { parameters: parametersAt(module, irradiance, cellC), substrings: all - faulty },
    {
      parameters: {
        ...weak,
        shuntOhm: weak.shuntOhm * condition.shuntShare,
        saturationA: weak.saturationA * condition.saturation,
      },
      substrings: faulty,
    },
  ].filter((group) => group.substrings > 0)
  return {
    groups,
    seriesOhm: condition.seriesOhm,
    greatestA: Math.max(...groups.map((group) => group.parameters.photoA)),
  }
}

/** Voltage of the string at a current; decreases with current. */
export function stringVoltageAt(string: PvString, current: number): number {
  let voltage = -current * string.seriesOhm
  for (const { parameters, substrings } of string.groups) {
    voltage += substrings * Math.max(voltageAt(parameters, current) / substringsPerModule, -bypassV)
  }
  return voltage
}

/** Current of the string at a voltage from 0 to its open voltage. */
export function stringCurrentAt(string: PvString, voltage: number): number {
  let [low, high] = [0, string.greatestA]
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (stringVoltageAt(string, middle) > voltage) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The curve from V = 0 to I = 0, evenly spaced in voltage. */
export function stringCurve(string: PvString, points = 64): Point[] {
  const open = stringVoltageAt(string, 0)
  return Array.from({ length: points }, (_, i) => {
    const voltage = (open * i) / (points - 1)
    return { voltage, current: i === points - 1 ? 0 : stringCurrentAt(string, voltage) }
  })
}

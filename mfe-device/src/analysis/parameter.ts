import { type AnalysedInverter, type AnalysisParameter, readShares } from '@helioport/contract'
import type { Format } from '@helioport/i18n'

const units: Record<AnalysisParameter, readonly [unit: string, digits: number]> = {
  power: ['W/kWp', 0],
  dcPower: ['W/kWp', 0],
  temperature: ['°C', 1],
  voltage: ['V', 1],
  frequency: ['Hz', 2],
  powerFactor: ['', 3],
  stringCurrents: ['A', 2],
}

export const unitOf = (parameter: AnalysisParameter): string => units[parameter][0]

/** Formats a value of the parameter. */
export function writeValue(format: Format, parameter: AnalysisParameter): (value: number | null) => string {
  const [unit, digits] = units[parameter]
  return (value) => format.quantity(value, unit, digits).text
}

/** One curve of the inverter by quarter-hour; for strings their median. */
export const curveOf = (inverter: AnalysedInverter, parameter: AnalysisParameter): readonly (number | null)[] =>
  (parameter === 'stringCurrents' ? inverter.stringMedianA : inverter.curves[parameter]) ?? []

/** Current of each string as a share of the median. */
export const sharesOf = ({ stringShares }: AnalysedInverter): (number | null)[][] => stringShares.map(readShares)

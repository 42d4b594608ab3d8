import { energyUnits, fromUnit, powerUnits, sensorUnits, type Unit, unitNamed } from './units.ts'

const families: readonly (readonly Unit[])[] = [powerUnits, energyUnits, ...Object.values(sensorUnits)]
const isDigit = (code: number) => code >= 48 && code <= 57

/** A number followed by a unit, as in `4,2 kW`; null: no known unit. */
export function numberWithUnit(text: string): { number: string; unit: Unit } | null {
  const plain = text.trimEnd()
  // Fast path: almost all cells of a large file end here.
  if (plain === '' || isDigit(plain.charCodeAt(plain.length - 1))) return null
  const [, number, word] = /^(.*\d[.,]?)\s*([°a-zA-Z][a-zA-Z/²2]*)$/u.exec(plain) ?? []
  const unit = number === undefined || word === undefined ? null : unitNamed(word)
  return number === undefined || unit === null ? null : { number, unit }
}

/** Converts a value between units; NaN for units of different quantities. */
export function inUnit(value: number, from: Unit, to: Unit): number {
  if (from === to) return value
  const isSame = families.some((family) => family.includes(from) && family.includes(to))
  return isSame ? (fromUnit(value, from) - fromUnit(0, to)) / (fromUnit(1, to) - fromUnit(0, to)) : Number.NaN
}

import type { Conditions } from '../curve/curve.ts'
import { cellFromBack } from '../curve/curve.ts'
import { type Dialect, numberOf } from './cells.ts'

interface Found {
  irradiance?: number
  before?: number
  after?: number
  cell?: number
  back?: number
}

/** Light and heat from the lines around a table, such as `Irradiance [W/m2]: 812` or `# Cell temperature,48.2`. */
export function conditionsIn(lines: readonly string[], dialect: Dialect): Conditions {
  const found: Found = {}
  for (const line of lines) read(line, dialect, found)
  return conditionsOf(found)
}

/** Of what a table or its head gave; NaN counts as not given. */
export function conditionsOf({ irradiance, before, after, cell, back }: Found): Conditions {
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
  const [first, last] = [known(before), known(after)]
  const irradianceWm2 = known(irradiance) ?? (first !== null && last !== null ? (first + last) / 2 : null)
  const atBack = known(back)
  const cellC = known(cell) ?? (atBack === null ? null : cellFromBack(atBack, irradianceWm2 ?? 0))
  return {
    irradianceWm2,
    cellC,
    ...(first !== null && { irradianceBeforeWm2: first }),
    ...(last !== null && { irradianceAfterWm2: last }),
  }
}

const patterns: [keyof Found, RegExp][] = [
  ['before', /(irradiance|poa|\bg\b).*(before|start|vorher)|(before|start).*irradiance/],
  ['after', /(irradiance|poa|\bg\b).*(after|end|nachher)|(after|end).*irradiance/],
  ['back', /back|rear/],
  ['irradiance', /irradiance|irrad|\bpoa\b|einstrahlung|^g\b|辐照|輻照/],
  ['cell', /(cell|module|panel|zell|modul).*(temp|°c|\bc\b)|^t_?(cell|mod)|^temperatur/],
]

function read(line: string, { decimalComma }: Dialect, found: Found): void {
  const [, name, value] = /^[#;*\s"]*([^:=,;\t]+?)"?\s*[:=,;\t]+\s*"?([^"]*)$/.exec(line.trim()) ?? []
  if (name === undefined || value === undefined) return
  const number = /[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?/.exec(value)?.[0]
  if (number === undefined) return
  const plain = name.toLowerCase()
  const key = patterns.find(([, pattern]) => pattern.test(plain))?.[0]
  if (!key || found[key] !== undefined) return
  const amount = numberOf(number, decimalComma || (number.includes(',') && !number.includes('.')))
  const kilo =
    /kw\/?m/.test(plain + value.toLowerCase()) && (key === 'irradiance' || key === 'before' || key === 'after')
  const fahrenheit = (key === 'cell' || key === 'back') && /°?f\b/.test(value.toLowerCase().replace(number, ''))
  found[key] = fahrenheit ? ((amount - 32) * 5) / 9 : amount * (kilo ? 1000 : 1)
}

import type { Conditions } from '../curve/curve.ts'
import { cellFromBack } from '../curve/cell-heat.ts'
import { zeroC } from '../curve/curve.ts'
import { type Dialect, numberOf } from './cells.ts'
import { isElsewhere, plainOf } from './columns.ts'

interface Found {
  irradiance?: number
  before?: number
  after?: number
  cell?: number
  back?: number
}

/** Conditions from the lines around a table, such as `Irradiance [W/m2]: 812` or `# Cell temperature,48.2`. */
export function conditionsIn(lines: readonly string[], dialect: Dialect): Conditions {
  const found: Found = {}
  for (const line of lines) read(line, dialect, found)
  return conditionsOf(found)
}

/** Conditions from the values of a table or its head; NaN counts as not given. */
export function conditionsOf({ irradiance, before, after, cell, back }: Found): Conditions {
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
  const light = (value: number | undefined) => inWatts(known(value))
  const heat = (value: number | undefined) => inCelsius(known(value))
  const [first, last] = [light(before), light(after)]
  const irradianceWm2 = light(irradiance) ?? (first !== null && last !== null ? (first + last) / 2 : null)
  const atBack = heat(back)
  const atCells = heat(cell)
  const isFromBack = atCells === null && atBack !== null
  return {
    irradianceWm2,
    cellC: isFromBack ? cellFromBack(atBack, irradianceWm2 ?? 0) : atCells,
    ...(isFromBack && { isFromBack }),
    ...(first !== null && { irradianceBeforeWm2: first }),
    ...(last !== null && { irradianceAfterWm2: last }),
  }
}

/** A value up to this is in suns or kW/m2: no curve is swept in so few W/m2. */
const mostSuns = 1.7
const inWatts = (value: number | null) => (value !== null && value > 0 && value < mostSuns ? 1000 * value : value)

/** A value above this is in kelvin: no module is so hot. */
const leastKelvin = 200
const inCelsius = (value: number | null) => (value !== null && value > leastKelvin ? value - zeroC : value)

const patterns: [keyof Found, RegExp][] = [
  ['before', /(irradiance|poa|\bg\b).*(before|start|vorher)|(before|start).*irradiance/],
  ['after', /(irradiance|poa|\bg\b).*(after|end|nachher)|(after|end).*irradiance/],
  // The temperature of the module is measured at its back.
  ['back', /back|rear|背板|背面|(module|panel|modul).*(temp|°c|\bc\b)|temp.*modul|^t_?mod|(组件|組件|模組)[温溫]度/],
  ['irradiance', /irradiance|irrad|\bpoa\b|einstrahlung|bestrahlung|eclairement|radiaci|^g\b|辐照|輻照/],
  ['cell', /(cell|zell).*(temp|°c|\bc\b)|^t_?cell|^temperatur|[温溫]度/],
]

function read(line: string, { decimalComma }: Dialect, found: Found): void {
  const [, name, value] = /^[#;*\s"]*([^:=,;\t]+?)"?\s*[:=,;\t]+\s*"?([^"]*)$/.exec(line.trim()) ?? []
  if (name === undefined || value === undefined) return
  const number = /[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?/.exec(value)?.[0]
  if (number === undefined) return
  const plain = plainOf(name)
  const key = patterns.find(([, pattern]) => pattern.test(plain))?.[0]
  if (!key || found[key] !== undefined || (key === 'cell' && isElsewhere(plain))) return
  const amount = numberOf(number, decimalComma || (number.includes(',') && !number.includes('.')))
  const unit = plain + value.toLowerCase()
  const isLight = key === 'irradiance' || key === 'before' || key === 'after'
  const kilo = isLight && /kw\/?m/.test(unit)
  const fahrenheit = !isLight && (/°?f\b/.test(value.toLowerCase().replace(number, '')) || /[[(]°?f[\])]/.test(plain))
  const milli = isLight && /mw\/?cm/.test(unit)
  found[key] = fahrenheit ? ((amount - 32) * 5) / 9 : amount * (kilo ? 1000 : milli ? 10 : 1)
}

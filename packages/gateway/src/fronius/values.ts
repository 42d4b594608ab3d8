import { deviceModes } from '@helioport/contract'
import { fieldAt, textAt } from '../source/json-fields.ts'
import { measured } from '../source/tidy.ts'

/** Units that the API writes beside a value, and their factors to W, Wh, V, A, Hz. The API's default is first. */
const factors = {
  W: new Map([
    ['W', 1],
    ['kW', 1000],
    ['MW', 1_000_000],
  ]),
  Wh: new Map([
    ['Wh', 1],
    ['kWh', 1000],
    ['MWh', 1_000_000],
  ]),
  V: new Map([['V', 1]]),
  A: new Map([['A', 1]]),
  Hz: new Map([['Hz', 1]]),
}

/** `{Value, Unit}` in the wanted unit; undefined: left out (as at night), null, or another quantity. */
export function valueOf(data: unknown, name: string, unit: keyof typeof factors): number | undefined {
  const factor = factors[unit].get(textAt(data, name, 'Unit') ?? unit)
  return factor === undefined ? undefined : measured(fieldAt(data, name, 'Value'), factor)
}

const standbyWords = ['startup', 'standby', 'bootloading', 'idle', 'ready', 'sleeping']
const modeOfWord = new Map<string, number>([
  ['running', deviceModes.onGrid],
  ['error', deviceModes.fault],
  ...standbyWords.map((word) => [word, deviceModes.standby] as const),
])

/** `StatusCode` of a device, a number or, from GEN24, a word; undefined: missing or unknown. */
export function modeOf(status: unknown): number | undefined {
  if (typeof status === 'string' && /^\s*\d+\s*$/.test(status)) return modeOf(Number(status))
  if (typeof status === 'string') return modeOfWord.get(status.toLowerCase().replaceAll(/[\s_-]/g, ''))
  if (status === 7) return deviceModes.onGrid
  if (status === 10) return deviceModes.fault
  const isKnown = typeof status === 'number' && status >= 0 && status <= 13 && Number.isInteger(status)
  return isKnown ? deviceModes.standby : undefined
}

const namedSigns = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** The name that the owner gave the inverter; the API encodes it with HTML entities. */
export function plainName(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));/g, (whole, digits, hex, word) => {
    if (typeof word === 'string') return namedSigns.get(word.toLowerCase()) ?? whole
    const code = typeof digits === 'string' ? Number(digits) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

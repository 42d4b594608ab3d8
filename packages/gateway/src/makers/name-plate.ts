import type { RegisterKind } from '../modbus/modbus-line.ts'
import { numberIn, saysNothing, textIn } from '../modbus/registers.ts'
import { tidyName, tidySerial } from '../source/tidy.ts'
import type { RegisterMap } from './register-map.ts'
import { type Words, valueOf } from './words.ts'

/** Name plate of one serial. */
export interface Plate {
  serial: string
  model: string | undefined
  ratedPowerW: number | undefined
  inputs: number | undefined
  phases: number | undefined
  /** Families that it may belong to, the likelier one first. */
  families: readonly RegisterMap[]
  /** Whether all registers of the plate answered. */
  isWhole: boolean
}

/** Registers of one request; null if they are unreadable. */
export type ReadWords = (kind: RegisterKind, address: number, count: number) => Promise<number[] | null>

/** The present serial; null: none. */
export async function serialBehind(read: ReadWords, { serial }: RegisterMap): Promise<string | null> {
  const { kind, address, count, is32Bits } = serial
  const words = await read(kind, address, count)
  if (!words || saysNothing(words)) return null
  return tidySerial(is32Bits ? String(numberIn(words, 0, 'uint32')) : textIn(words, 0, count))
}

export async function plateOf(read: ReadWords, map: RegisterMap, serial: string): Promise<Plate> {
  const { plate } = map
  const words: Words = new Map()
  let isWhole = true
  for (const [address, count] of plate?.blocks ?? []) {
    const block = await read(map.serial.kind, address, count)
    if (block && !saysNothing(block)) block.forEach((word, i) => words.set(address + i, word))
    else isWhole = false
  }
  const told = map.model && (await read('holding', map.model.address, map.model.count))
  const name = told && !saysNothing(told) ? textIn(told, 0, told.length) : undefined
  if (map.model && !name) isWhole = false
  const code = plate?.model && valueOf(words, plate.model.code, map)
  const known = code === undefined ? undefined : plate?.model?.known[code]
  const counts = plate?.inputsAndPhases && valueOf(words, plate.inputsAndPhases, map)
  return {
    serial,
    model: tidyName(map.maker, name ?? known?.name),
    ratedPowerW: above0(plate?.ratedPowerW && valueOf(words, plate.ratedPowerW, map)),
    inputs: known?.inputs ?? above0(counts && counts >> 8),
    phases: above0(counts && counts & 0xff),
    families: familiesOf(map, code, known !== undefined),
    isWhole,
  }
}

function familiesOf(map: RegisterMap, code: number | undefined, isKnown: boolean): RegisterMap[] {
  const { otherwise } = map
  if (!otherwise) return [map]
  if (code !== undefined && otherwise.isFor?.(code)) return [otherwise.map]
  return isKnown ? [map] : [map, otherwise.map]
}

const above0 = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined)

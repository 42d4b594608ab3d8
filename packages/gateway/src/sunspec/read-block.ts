import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { saysNothing } from '../modbus/registers.ts'
import { SourceTrouble, trouble } from '../source/trouble.ts'
import type { Place } from './chain.ts'
import { Block } from './decode.ts'
import { type Model, models } from './model.ts'

/** The models have moved: the chain must be searched again. */
export class ChainMoved extends SourceTrouble {}

/** Registers per request. */
const maxCount = 125
/** The first 123 registers of model 701 hold all values and scale factors; the rest is text. */
const enoughOf: Readonly<Record<number, number>> = { 701: 123 }
const maxTries = 3

/**
 * Present values of a model; null if it is empty (all 0, all FFFF), unknown or unreadable.
 * @throws ChainMoved, SourceAway
 */
export async function readBlock(line: ModbusLine, unit: number, place: Place): Promise<Block | null> {
  const model = models.get(place.id)
  if (!model) return null
  const count = Math.min(2 + place.length, enoughOf[place.id] ?? 0xffff)
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const words = await wordsOf(line, unit, place, count)
    if (words === null) return null
    if (words[0] !== place.id || words[1] !== place.length) {
      if (saysNothing(words)) return null
      throw new ChainMoved(trouble('unit.moved', { unit }))
    }
    if (saysNothing(words.slice(2))) return null
    if (count <= maxCount || (await sameScales(line, unit, place, model, words))) return new Block(model, words)
  }
  return null
}

async function wordsOf(line: ModbusLine, unit: number, { address }: Place, count: number): Promise<number[] | null> {
  const words: number[] = []
  try {
    while (words.length < count) {
      words.push(
        ...(await line.read(unit, 'holding', address + words.length, Math.min(maxCount, count - words.length))),
      )
    }
  } catch (error) {
    if (error instanceof ModbusException) return null
    throw error
  }
  return words
}

/** Checks that the scale factors, read again, are unchanged after a block that took several requests. */
async function sameScales(
  line: ModbusLine,
  unit: number,
  { address }: Place,
  { points, fixedSize }: Model,
  words: readonly number[],
): Promise<boolean> {
  const again = await line.read(unit, 'holding', address, Math.min(fixedSize, maxCount))
  return [...points.values()]
    .filter(({ type }) => type === 'sunssf')
    .every(({ offset }) => offset >= again.length || again[offset] === words[offset])
}

import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import type { Place } from '../sunspec/chain.ts'
import { Refusal } from './power-factor-control.ts'

/** Registers from a model's ID on; undefined: unreadable. */
export type Words = readonly (number | undefined)[]

interface Run {
  from: number
  count: number
}

const illegalAddress = 2
const mostAtOnce = 125

/** Registers of one model, from its ID on: read as a whole, written in parts. */
export class ModelRegisters {
  readonly #line: ModbusLine
  readonly #unit: number
  readonly #place: Place
  /** Readable stretches: one, unless the device has holes. */
  #runs: readonly Run[]

  constructor(line: ModbusLine, unit: number, place: Place) {
    this.#line = line
    this.#unit = unit
    this.#place = place
    const length = place.length + 2
    this.#runs = Array.from({ length: Math.ceil(length / mostAtOnce) }, (_, i) => ({
      from: i * mostAtOnce,
      count: Math.min(mostAtOnce, length - i * mostAtOnce),
    }))
  }

  /** @throws SourceAway */
  async read(): Promise<Words> {
    const { id } = this.#place
    try {
      const words = await this.#wordsOf(this.#runs).catch(async (error: unknown) => {
        if (!(error instanceof ModbusException) || error.code !== illegalAddress) throw error
        this.#runs = await this.#readable()
        return this.#wordsOf(this.#runs)
      })
      if (words[0] !== id) throw new SourceAway(trouble('unit.moved', { unit: this.#unit }))
      return words
    } catch (error) {
      if (error instanceof ModbusException) throw new SourceAway(...error.troubles)
      throw error
    }
  }

  /** Writes in one message, or register by register where the device accepts only that. @throws Refusal, SourceAway */
  async write(offset: number, words: readonly number[]): Promise<void> {
    const masked = words.map((word) => word & 0xffff)
    const at = this.#place.address + offset
    try {
      await this.#line.write(this.#unit, at, masked)
    } catch (error) {
      if (!(error instanceof ModbusException)) throw error
      if (error.code > illegalAddress) throw new Refusal('rejected', error.message)
      await this.#writeSingly(at, masked)
    }
  }

  async #wordsOf(runs: readonly Run[]): Promise<(number | undefined)[]> {
    const words = Array.from<number | undefined>({ length: this.#place.length + 2 })
    for (const { from, count } of runs) {
      const read = await this.#line.read(this.#unit, 'holding', this.#place.address + from, count)
      words.splice(from, count, ...read)
    }
    return words
  }

  /** Some devices refuse a whole message because of one missing register: each register is tried once. */
  async #readable(): Promise<Run[]> {
    const runs: Run[] = []
    for (let from = 0; from < this.#place.length + 2; from += 1) {
      const isThere = await this.#line.read(this.#unit, 'holding', this.#place.address + from, 1).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ModbusException && error.code === illegalAddress) return false
          throw error
        },
      )
      const last = runs.at(-1)
      if (isThere && last && last.from + last.count === from && last.count < mostAtOnce) last.count += 1
      else if (isThere) runs.push({ from, count: 1 })
    }
    return runs
  }

  async #writeSingly(at: number, words: readonly number[]): Promise<void> {
    try {
      for (const [i, word] of words.entries()) await this.#line.writeOne(this.#unit, at + i, word)
    } catch (error) {
      if (error instanceof ModbusException) throw new Refusal('rejected', error.message)
      throw error
    }
  }
}

export const signed = (word = 0): number => (word >= 0x8000 ? word - 0x10000 : word)

/** Register steps per unit; an implausible scale factor means that the device lacks the value. @throws Refusal */
export function stepsPerUnit(words: Words, offset: number): number {
  const power = signed(words[offset])
  if (words[offset] === undefined || Math.abs(power) > 10) throw new Refusal('unsupported', 'no power of ten')
  return 10 ** -power
}

/** Whether a switch is on. @throws Refusal where the device does not have it */
export function isOn(words: Words, offset: number): boolean {
  const word = words[offset]
  if (word === undefined || word === 0xffff) throw new Refusal('unsupported', `no switch at ${offset}`)
  return word === 1
}

/** Rounds to an integer that fits its register: truncated to 16 bits it would be another value. @throws Refusal */
function whole(value: number, least: number, most: number): number {
  const steps = Math.round(value)
  if (steps >= least && steps <= most) return steps
  throw new Refusal('unsupported', `${steps} steps have no room in its register`)
}
export const int16 = (value: number): number => whole(value, -0x7fff, 0x7fff)
export const uint16 = (value: number): number => whole(value, 0, 0xfffe)

/** A limit in percent as register steps, rounded down: never above the request, except for floating-point error. */
export const limitSteps = (value: number | null, steps: number): number =>
  uint16(Math.floor((value ?? 1) * 100 * steps + 1e-6))

export const seconds = (value: number): [high: number, low: number] => [value >>> 16, value & 0xffff]

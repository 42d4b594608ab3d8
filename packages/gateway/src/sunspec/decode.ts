import { numberIn, textIn } from '../modbus/registers.ts'
import { tidyNumber } from '../source/tidy.ts'
import { type Model, numberTypeOf, type Point } from './model.ts'

/** Register values that mean "not implemented". */
const notImplemented: Readonly<Record<string, number>> = {
  int16: -0x8000,
  sunssf: -0x8000,
  uint16: 0xffff,
  enum16: 0xffff,
  bitfield16: 0xffff,
  count: 0xffff,
  int32: -0x8000_0000,
  uint32: 0xffff_ffff,
  enum32: 0xffff_ffff,
  bitfield32: 0xffff_ffff,
  int64: Number(-(2n ** 63n)),
  uint64: Number(2n ** 64n - 1n),
  acc16: 0,
  acc32: 0,
  acc64: 0,
}

/** One element of a model's repeating group. */
export interface Repeat {
  value: (name: string) => number | undefined
  text: (name: string) => string
}

/** Values of one model from one answer, so that each value matches its scale factor. */
export class Block {
  readonly model: Model
  readonly #words: readonly number[]

  /** @param words from the model's ID on */
  constructor(model: Model, words: readonly number[]) {
    this.model = model
    this.#words = words
  }

  /** In the unit of the definition; undefined if it is not implemented, or its scale factor is implausible. */
  value(name: string): number | undefined {
    const point = this.model.points.get(name)
    return point && this.#scaled(point, 0)
  }

  text(name: string): string {
    const point = this.model.points.get(name)
    return point ? textIn(this.#words, point.offset, point.size) : ''
  }

  /** Unit of a counter's step (a power of ten): it decides where the counter overflows. */
  unitOf(name: string): number | undefined {
    const point = this.model.points.get(name)
    return point && this.#powerOfTen(point)
  }

  /** Elements of the repeating group, such as trackers, without unused ones. */
  repeats(): Repeat[] {
    const { repeated, fixedSize } = this.model
    if (!repeated) return []
    const room = Math.max(0, Math.floor((this.#words.length - fixedSize) / repeated.size))
    // Behind the reported number there may be more elements, filled with 0.
    const told = repeated.count === null ? undefined : this.#rawOf(repeated.count)
    return Array.from({ length: told ? Math.min(told, room) : room }, (_, i) => {
      const from = fixedSize + i * repeated.size
      return {
        value: (name) => {
          const point = repeated.points.get(name)
          return point && this.#scaled(point, from)
        },
        text: (name) => {
          const point = repeated.points.get(name)
          return point ? textIn(this.#words, from + point.offset, point.size) : ''
        },
      }
    })
  }

  #scaled(point: Point, from: number): number | undefined {
    const raw = this.#raw(point, from)
    const factor = this.#powerOfTen(point)
    return raw === undefined || factor === undefined ? undefined : tidyNumber(raw * factor)
  }

  #powerOfTen({ scale }: Point): number | undefined {
    const power = typeof scale === 'number' ? scale : this.#rawOf(scale)
    return power === undefined || Math.abs(power) > 10 ? undefined : 10 ** power
  }

  #rawOf(name: string): number | undefined {
    const point = this.model.points.get(name)
    return point && this.#raw(point, 0)
  }

  #raw({ type, offset }: Point, from: number): number | undefined {
    const numberType = numberTypeOf[type]
    const raw = numberType && numberIn(this.#words, from + offset, numberType)
    return raw === undefined || !Number.isFinite(raw) || raw === notImplemented[type] ? undefined : raw
  }
}

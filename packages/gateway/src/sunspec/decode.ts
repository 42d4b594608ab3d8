import { numberIn, textIn } from '../modbus/registers.ts'
import { tidyNumber } from '../source/tidy.ts'
import { type Model, numberTypeOf, type Point } from './model.ts'

/** Registers that say "this device does not have it". */
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

/** One of the things that a model repeats. */
export interface Repeat {
  value: (name: string) => number | undefined
  text: (name: string) => string
}

/** Values of one model as they came in one answer, so that each stands beside its own power of ten. */
export class Block {
  readonly model: Model
  readonly #words: readonly number[]

  /** `words`: from the model's ID on. */
  constructor(model: Model, words: readonly number[]) {
    this.model = model
    this.#words = words
  }

  /** In the unit of the definition; undefined where the device does not have it, or tells no sensible power of ten. */
  value(name: string): number | undefined {
    const point = this.model.points.get(name)
    return point && this.#scaled(point, 0)
  }

  text(name: string): string {
    const point = this.model.points.get(name)
    return point ? textIn(this.#words, point.offset, point.size) : ''
  }

  /** Powers of ten of a counter's steps: where it begins anew depends on it. */
  unitOf(name: string): number | undefined {
    const point = this.model.points.get(name)
    return point && this.#powerOfTen(point)
  }

  /** What is repeated, such as trackers, as often as it is really there. */
  repeats(): Repeat[] {
    const { repeated, fixedSize } = this.model
    if (!repeated) return []
    const room = Math.max(0, Math.floor((this.#words.length - fixedSize) / repeated.size))
    // Behind those that it says there may be room for more, filled with 0.
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

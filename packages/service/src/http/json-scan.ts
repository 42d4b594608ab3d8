import { Problem } from '../base/problem.ts'

/** Bounds for a JSON text. */
export interface JsonLimits {
  depth: number
  objects: number
  arrays: number
  /** Together with objects and arrays, a bound for all values. */
  commas: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Counts objects, arrays and commas of JSON while its bytes arrive, before it is parsed: 24 KB of compressed `[{},{},…`
 * unpack to millions of objects. Whether the text is well-formed is checked by the parser.
 */
export class JsonScan {
  readonly #limits: JsonLimits
  /** `rows`: first and last byte (exclusive) of each object in an array of the outermost object. */
  readonly rows: [number, number][] = []
  readonly #open: number[] = []
  readonly #counts = { objects: 0, arrays: 0, commas: 0 }
  #at = 0
  #rowFrom = -1
  #rowBytes = 0
  #isInString = false
  #isEscaped = false

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  /** Bytes so far outside of rows. */
  get restBytes(): number {
    const isInRow = this.#rowFrom >= 0
    return (isInRow ? this.#rowFrom : this.#at) - this.#rowBytes
  }

  /** @throws Problem request.tooLarge, request.malformed (nested too deep, or closed without being opened) */
  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0
      if (this.#isInString) this.#inString(byte)
      else if (byte === quote) this.#isInString = true
      else if (byte === comma) this.#count('commas')
      else if (byte === openObject) this.#opened('objects', byte, this.#at + i)
      else if (byte === openArray) this.#opened('arrays', byte, this.#at + i)
      else if (byte === closeObject || byte === closeArray) this.#closed(this.#at + i)
    }
    this.#at += bytes.length
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#isInString = false
  }

  #count(what: 'objects' | 'arrays' | 'commas'): void {
    this.#counts[what] += 1
    if (this.#counts[what] > this.#limits[what]) throw new Problem('request.tooLarge')
  }

  #opened(what: 'objects' | 'arrays', byte: number, at: number): void {
    this.#count(what)
    this.#open.push(byte)
    const [first, second, third] = this.#open
    if (this.#open.length > this.#limits.depth) throw new Problem('request.malformed')
    if (this.#open.length === 3 && first === openObject && second === openArray && third === openObject) {
      this.#rowFrom = at
    }
  }

  #closed(at: number): void {
    if (this.#open.pop() === undefined) throw new Problem('request.malformed')
    if (this.#open.length !== 2 || this.#rowFrom < 0) return
    this.rows.push([this.#rowFrom, at + 1])
    this.#rowBytes += at + 1 - this.#rowFrom
    this.#rowFrom = -1
  }
}

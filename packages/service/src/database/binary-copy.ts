/** Types of sample columns, as PostgreSQL's binary COPY encodes them. */
export type CopyType = 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'timestamptz'

/** A batch: its columns, and its rows as binary COPY. */
export interface CopyRows {
  columns: readonly string[]
  body: Uint8Array
}

/** PostgreSQL's epoch; its timestamps are microseconds since then. */
const epoch2000 = Date.UTC(2000, 0, 1)
const signature = new Uint8Array([
  0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])
const wordSize = 2 ** 32
/** Smaller values are written as 0: no meter tells them apart, and PostgreSQL refuses means that underflow a real. */
const leastNumber = 1e-30

/**
 * Writes rows for `copy … from stdin (format binary)`. This saves the conversion of numbers to text and back, which is
 * most of the cost of a text COPY. Call `row` once per row, then `value` once per column, in the columns' order.
 */
export class BinaryCopy {
  readonly #columns: readonly (readonly [string, CopyType])[]
  #bytes: Uint8Array
  #view: DataView
  #at = signature.length
  #column = 0

  constructor(columns: readonly (readonly [string, CopyType])[], expectedRows: number) {
    this.#columns = columns
    // A value has at most 8 bytes, after 4 bytes of length.
    this.#bytes = new Uint8Array(signature.length + expectedRows * (2 + columns.length * 12) + 2)
    this.#view = new DataView(this.#bytes.buffer)
    this.#bytes.set(signature)
  }

  row(): void {
    this.#view.setInt16(this.#at, this.#columns.length)
    this.#at += 2
    this.#column = 0
  }

  /** Instants are epoch ms. */
  value(value: number | null | undefined): void {
    const type = this.#columns[this.#column]?.[1]
    this.#column += 1
    const view = this.#view
    if (value === null || value === undefined) {
      view.setInt32(this.#at, -1)
      this.#at += 4
      return
    }
    const at = this.#at + 4
    let size = 8
    if (type === 'float4') {
      size = 4
      view.setFloat32(at, Math.abs(value) < leastNumber ? 0 : value)
    } else if (type === 'float8') view.setFloat64(at, Math.abs(value) < leastNumber ? 0 : value)
    else if (type === 'int4') {
      size = 4
      view.setInt32(at, value)
    } else if (type === 'int2') {
      size = 2
      view.setInt16(at, value)
    } else {
      const whole = type === 'timestamptz' ? Math.round((value - epoch2000) * 1000) : value
      view.setInt32(at, Math.floor(whole / wordSize))
      view.setUint32(at + 4, whole - Math.floor(whole / wordSize) * wordSize)
    }
    view.setInt32(at - 4, size)
    this.#at = at + size
  }

  end(): CopyRows {
    this.#view.setInt16(this.#at, -1)
    return { columns: this.#columns.map(([name]) => name), body: this.#bytes.subarray(0, this.#at + 2) }
  }
}

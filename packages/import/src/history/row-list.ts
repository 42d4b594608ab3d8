/** Instant (epoch ms) and values; null: not measured. */
type SourceRow = (number | null)[]

/** Compact list of rows: a file may have a million. */
export class RowList implements Iterable<SourceRow> {
  readonly #width: number
  #values: Float64Array
  #files: string[] = []
  #fileOf: Uint16Array
  #lines: Uint32Array
  length = 0

  /** `width`: values per row, including the instant. */
  constructor(width: number) {
    this.#width = width
    this.#values = new Float64Array(width * 64)
    this.#lines = new Uint32Array(64)
    this.#fileOf = new Uint16Array(64)
  }

  push(row: SourceRow, { file, line }: { file: string; line: number }): void {
    if (this.length === this.#lines.length) this.#grow()
    for (let i = 0; i < this.#width; i += 1) this.#values[this.length * this.#width + i] = row[i] ?? Number.NaN
    this.#lines[this.length] = line
    if (this.#files.at(-1) !== file && !this.#files.includes(file)) this.#files.push(file)
    this.#fileOf[this.length] = this.#files.lastIndexOf(file)
    this.length += 1
  }

  at(nth: number): SourceRow | undefined {
    if (nth < 0 || nth >= this.length) return undefined
    const own = this.#values.subarray(nth * this.#width, (nth + 1) * this.#width)
    return Array.from(own, (value) => (Number.isNaN(value) ? null : value))
  }

  /** Line of a row in its file. */
  lineAt(nth: number): number {
    return this.#lines[nth] ?? 0
  }

  fileAt(nth: number): string {
    return this.#files[this.#fileOf[nth] ?? 0] ?? ''
  }

  *[Symbol.iterator](): Generator<SourceRow> {
    for (let nth = 0; nth < this.length; nth += 1) yield this.at(nth) ?? []
  }

  #grow(): void {
    const grown = <A extends Float64Array | Uint32Array | Uint16Array>(own: A, into: A): A => {
      into.set(own)
      return into
    }
    this.#values = grown(this.#values, new Float64Array(this.#values.length * 2))
    this.#lines = grown(this.#lines, new Uint32Array(this.#lines.length * 2))
    this.#fileOf = grown(this.#fileOf, new Uint16Array(this.#fileOf.length * 2))
  }
}

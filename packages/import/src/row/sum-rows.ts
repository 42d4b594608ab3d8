import { isTimeless, sumLabel } from '../cell/sum-row.ts'
import { type SourceTable, type TableRecord, textOf } from '../table/table.ts'
import type { Losses } from './losses.ts'

/** A line that contains sums of other lines, not measurements. */
export interface SumRow {
  file: string
  line: number
  /** Its label, or its whole text. */
  text: string
}

const longestText = 80

/** Separates lines of sums: lines with such a label, and lines without a time at the end of a table. */
export class SumRows {
  readonly list: SumRow[] = []
  #timeless: TableRecord[] = []
  readonly #table: SourceTable
  readonly #losses: Losses

  constructor(table: SourceTable, losses: Losses) {
    this.#table = table
    this.#losses = losses
  }

  /** Whether the line is, or may be, a line of sums. `isTime`: its time is readable; `isBroken`: wrong cell count. */
  takes(record: TableRecord, timePlace: number, isTime: boolean, isBroken: boolean): boolean {
    const label = isTime ? null : sumLabel(record.cells)
    if (label !== null) this.#add(record, label)
    else if (!isTime && !isBroken && isTimeless(record.cells, timePlace)) this.#timeless.push(record)
    else this.#lose()
    return label !== null || this.#timeless.length > 0
  }

  /** Call after the last line. */
  end(): SumRow[] {
    for (const record of this.#timeless) {
      this.#add(record, record.cells.map(textOf).join(this.#table.delimiter ?? ' '))
    }
    return this.list
  }

  #add({ line }: TableRecord, text: string): void {
    this.list.push({ file: this.#table.name, line, text: text.slice(0, longestText) })
  }

  /** Lines without a time in the middle of a table are losses. */
  #lose(): void {
    for (const { line } of this.#timeless)
      this.#losses.add({ reason: 'unparsableTime', file: this.#table.name, line, text: '' })
    this.#timeless = []
  }
}

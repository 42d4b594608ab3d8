import { isTimeless, sumLabel } from '../cell/sum-row.ts'
import { type SourceTable, type TableRecord, textOf } from '../table/table.ts'
import type { Losses } from './losses.ts'

/** A line that sums others up: nothing was measured in it. */
export interface SumRow {
  file: string
  line: number
  /** What it calls itself. */
  text: string
}

const longestText = 80

/** Sets lines of sums apart: those that call themselves so, and at the end of a table those without a time. */
export class SumRows {
  readonly list: SumRow[] = []
  #timeless: TableRecord[] = []
  readonly #table: SourceTable
  readonly #losses: Losses

  constructor(table: SourceTable, losses: Losses) {
    this.#table = table
    this.#losses = losses
  }

  /** Whether the line is, or may be, one of them. `isTime`: whether what stands at the place of its time can be read; `isBroken`: it has more or fewer cells. */
  takes(record: TableRecord, timePlace: number, isTime: boolean, isBroken: boolean): boolean {
    const label = isTime ? null : sumLabel(record.cells)
    if (label !== null) this.#add(record, label)
    else if (!isTime && !isBroken && isTimeless(record.cells, timePlace)) this.#timeless.push(record)
    else this.#lose()
    return label !== null || this.#timeless.length > 0
  }

  /** After the last line. */
  end(): SumRow[] {
    for (const record of this.#timeless) {
      this.#add(record, record.cells.map(textOf).join(this.#table.delimiter ?? ' '))
    }
    return this.list
  }

  #add({ line }: TableRecord, text: string): void {
    this.list.push({ file: this.#table.name, line, text: text.slice(0, longestText) })
  }

  /** In the middle of a table nobody knows of when they are. */
  #lose(): void {
    for (const { line } of this.#timeless)
      this.#losses.add({ reason: 'unparsableTime', file: this.#table.name, line, text: '' })
    this.#timeless = []
  }
}

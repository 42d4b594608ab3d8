import type { ReactNode } from 'react'

export interface Column<T> {
  key: string
  /** '' for a column of buttons, which has a name for screen readers only. */
  title: string
  render: (row: T) => ReactNode
  /** For the first column: a control before the name, outside of its link. */
  before?: (row: T) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** Sort key when the table sorts its rows; nulls go last. */
  sortValue?: (row: T) => string | number | null
  /** px; columns without a width share the rest. */
  width?: number
  /** The person may hide the column in the column list; the first column is never hidden. */
  hideable?: boolean
  /** Hidden until the person shows it; also `hideable`. */
  startsHidden?: boolean
  /**
   * Position on a card: `title` on top, `aside` beside it, `line` below these, `hidden` left out. If any column has
   * `line`, the others appear after a tap.
   */
  card?: 'title' | 'aside' | 'line' | 'hidden'
}

export interface Sort {
  key: string
  order: 'asc' | 'desc'
}

/** The order after the next click: ascending, descending, none. */
export function nextSort(current: Sort | undefined, key: string): Sort | undefined {
  if (current?.key !== key) return { key, order: 'asc' }
  return current.order === 'asc' ? { key, order: 'desc' } : undefined
}

/** A sorted copy; rows without a value stand last in both orders, equal rows keep their order. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | undefined,
  locale: string,
): readonly T[] {
  const value = columns.find((column) => column.key === sort?.key)?.sortValue
  if (!sort || !value) return rows
  const turn = sort.order === 'asc' ? 1 : -1
  const collator = new Intl.Collator(locale, { numeric: true })
  return rows.toSorted((a, b) => {
    const left = value(a)
    const right = value(b)
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return turn * (left - right)
    return turn * collator.compare(String(left), String(right))
  })
}

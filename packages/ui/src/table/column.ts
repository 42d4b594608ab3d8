import type { ReactNode } from 'react'

export interface Column<T> {
  key: string
  /** '': buttons, whose column is named to who hears it alone. */
  title: string
  render: (row: T) => ReactNode
  /** Of the first column: a control that stands before the name, outside of its link. */
  before?: (row: T) => ReactNode
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** The value to sort by where the table sorts; nulls go last. */
  sortValue?: (row: T) => string | number | null
  /** px; columns without one share the rest. */
  width?: number
  /** May be switched off in the column list; the first column never may. */
  hideable?: boolean
  /** Switched off until somebody asks for it; also `hideable`. */
  startsHidden?: boolean
  /**
   * Its place on a card: `title` on top, `aside` beside it, `line` below these, `hidden` left out. Where a column has
   * `line`, the others are behind a tap.
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

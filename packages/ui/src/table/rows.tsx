import type { KeyboardEvent, MouseEvent } from 'react'
import { cx } from '../core/class-names.ts'
import { Icon } from '../core/icon.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import type { Column, Sort } from './column.ts'
import type { TableTexts } from './table-texts.ts'
import { useWide } from './use-wide.ts'
import type { Density } from './view-settings.ts'
import styles from './data-table.module.css'

export interface ViewProps<T> {
  label: string
  texts: TableTexts
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  rowHref?: (row: T) => string
  onRowClick?: (row: T) => void
  sort: Sort | undefined
  onSort: (key: string) => void
}

/** Moves the focus between the rows' links with the arrows, Home and End. */
function walkRows(event: KeyboardEvent<HTMLElement>) {
  const steps: Record<string, (at: number, last: number) => number> = {
    ArrowDown: (at, last) => Math.min(at + 1, last),
    ArrowUp: (at) => Math.max(at - 1, 0),
    Home: () => 0,
    End: (_, last) => last,
  }
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset['rowFocus']) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-focus]')]
  event.preventDefault()
  all[step(all.indexOf(event.target), all.length - 1)]?.focus()
}

/** A click anywhere in a row clicks its name, unless it hit another control. */
function openRow(event: MouseEvent<HTMLElement>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, select, label')) return
  event.currentTarget.querySelector<HTMLElement>('[data-row-focus]')?.click()
}

export function Rows<T>(props: ViewProps<T> & { density: Density }) {
  const { columns, rows, rowKey, rowHref, onRowClick, density, label } = props
  const [scroller, isWide] = useWide<HTMLDivElement>()
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 120), 0)
  return (
    <div
      ref={scroller}
      className={cx(styles['scroller'], isWide && styles['wide'])}
      // A scrollable region must be reachable by keyboard.
      tabIndex={isWide ? 0 : undefined}
      role="region"
      aria-label={label}
    >
      <table className={cx(styles['table'], styles[density])} style={{ minWidth: fixed }}>
        <Head {...props} />
        <tbody onKeyDown={walkRows}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              className={cx((rowHref || onRowClick) && styles['linked'])}
              onClick={rowHref || onRowClick ? openRow : undefined}
            >
              {columns.map((column, index) => {
                const name = cx(column.align === 'end' && styles['end'])
                if (index > 0) {
                  return (
                    <td key={column.key} className={name}>
                      {column.render(row)}
                    </td>
                  )
                }
                return (
                  <th key={column.key} scope="row" className={name}>
                    <Name row={row} column={column} rowHref={rowHref} onRowClick={onRowClick} />
                  </th>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface NameProps<T> {
  row: T
  column: Column<T>
  rowHref: ((row: T) => string) | undefined
  onRowClick: ((row: T) => void) | undefined
}

/** The row's name, with the control before it. */
export function Name<T>(props: NameProps<T>) {
  const before = props.column.before?.(props.row)
  if (before == null) return <NameLink {...props} />
  return (
    <span className={styles['first']}>
      {before}
      <NameLink {...props} />
    </span>
  )
}

/** The link or button covers the whole row. */
function NameLink<T>({ row, column, rowHref, onRowClick }: NameProps<T>) {
  if (rowHref) {
    return (
      <a className={styles['name']} href={rowHref(row)} data-row-focus="1">
        {column.render(row)}
      </a>
    )
  }
  if (onRowClick) {
    return (
      <button type="button" className={styles['name']} data-row-focus="1" onClick={() => onRowClick(row)}>
        {column.render(row)}
      </button>
    )
  }
  return <>{column.render(row)}</>
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function Head<T>({ columns, sort, onSort, texts }: ViewProps<T>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const order = sort?.key === column.key ? sort.order : undefined
          return (
            <th
              key={column.key}
              scope="col"
              className={cx(column.align === 'end' && styles['end'])}
              style={column.width ? { width: column.width } : undefined}
              {...(column.sortable ? { 'aria-sort': order ? ariaSort[order] : 'none' } : {})}
            >
              {column.sortable ? (
                <button
                  type="button"
                  className={cx(
                    styles['sorter'],
                    order && styles['sorted'],
                    column.align === 'end' && styles['reversed'],
                  )}
                  title={texts.sort(column.title)}
                  onClick={() => onSort(column.key)}
                >
                  {column.title}
                  <Icon
                    name={order === 'desc' ? 'arrowDown' : 'arrowUp'}
                    size={12}
                    className={cx(styles['arrow'], !order && styles['faint'])}
                  />
                </button>
              ) : column.title === '' ? (
                <VisuallyHidden>{texts.actions}</VisuallyHidden>
              ) : (
                column.title
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

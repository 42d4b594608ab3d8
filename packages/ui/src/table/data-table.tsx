import { useState, type ReactNode } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { SkeletonTable } from '../core/skeleton.tsx'
import { cx } from '../core/class-names.ts'
import { nextSort, sortRows, type Column, type Sort } from './column.ts'
import { Cards } from './cards.tsx'
import { Pagination, type PageState } from './pagination.tsx'
import type { TableTexts } from './table-texts.ts'
import { useNarrow } from './use-narrow.ts'
import { useViewSettings } from './view-settings.ts'
import { ViewMenu } from './view-menu.tsx'
import { Rows } from './rows.tsx'
import styles from './data-table.module.css'

export interface DataTableProps<T> {
  label: string
  texts: TableTexts
  /** The first column names the row: it stays in view and holds the row's link. */
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  rowHref?: (row: T) => string
  onRowClick?: (row: T) => void
  /** With `onSort` the caller sorts (through the service); otherwise the table sorts its rows. */
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  page?: PageState
  /** Key under which density and columns are remembered; without it they cannot be changed. */
  storageKey?: string
  /** Shows a skeleton: no rows have arrived yet. */
  loading?: boolean
  /** Newer rows are being fetched; the shown ones stay. */
  fetching?: boolean
  empty: ReactNode
}

/** Rows as a table with a sticky header and first column; as cards on a phone. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, texts, storageKey, page, loading = false, fetching = false } = props
  const { locale } = useUi()
  const narrow = useNarrow()
  const [settings, change] = useViewSettings(
    storageKey,
    columns.filter(({ startsHidden }) => startsHidden).map(({ key }) => key),
  )
  const [ownSort, setOwnSort] = useState<Sort | undefined>(props.sort)

  // Cards have no columns to choose.
  const hasView = storageKey !== undefined && !narrow

  const sort = props.onSort ? props.sort : ownSort
  const sorted = props.onSort ? rows : sortRows(rows, columns, sort, locale)
  const shown = columns.filter((column, index) => index === 0 || !settings.hidden.includes(column.key))
  const onSort = (key: string) => (props.onSort ?? setOwnSort)(nextSort(sort, key))

  if (loading) return <SkeletonTable rows={Math.min(page?.size ?? 8, 10)} columns={Math.min(shown.length, 7)} />
  if (rows.length === 0) return <>{props.empty}</>

  const view = { ...props, columns: shown, rows: sorted, sort, onSort }
  return (
    <div className={cx(styles['root'], fetching && styles['fetching'])} aria-busy={fetching}>
      {narrow ? <Cards {...view} /> : <Rows {...view} density={settings.density} />}
      {(page || hasView) && (
        <div className={styles['foot']}>
          {hasView ? <ViewMenu columns={columns} settings={settings} onChange={change} texts={texts} /> : <span />}
          {page && <Pagination {...page} texts={texts} locale={locale} />}
        </div>
      )}
    </div>
  )
}

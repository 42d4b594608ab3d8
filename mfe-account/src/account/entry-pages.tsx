import { useEffect, useState } from 'react'
import { useLocale, useTableTexts } from '@helioport/i18n'
import { Pagination } from '@helioport/ui/table'
import styles from './entry-list.module.css'

const firstSize = 20

/** Which page of a list of entries is shown. `query` is for the endpoint. */
export function useEntryPages() {
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: firstSize })
  return { query: { page, pageSize }, onChange: (to: number, size: number) => setPage({ page: to, pageSize: size }) }
}

interface EntryPagesProps {
  pages: ReturnType<typeof useEntryPages>
  total: number | undefined
}

/** Buttons to the other pages; renders nothing if one page holds all entries. */
export function EntryPages({ pages: { query, onChange }, total = 0 }: EntryPagesProps) {
  const [texts, { code: locale }] = [useTableTexts(), useLocale()]
  const last = Math.max(1, Math.ceil(total / query.pageSize))
  // The last entries of the last page may have been removed.
  const isBehind = total > 0 && query.page > last
  useEffect(() => {
    if (isBehind) onChange(last, query.pageSize)
  })
  if (total <= firstSize) return null
  return (
    <div className={styles['pages']}>
      <Pagination
        number={query.page}
        size={query.pageSize}
        total={total}
        onChange={onChange}
        texts={texts}
        locale={locale}
      />
    </div>
  )
}

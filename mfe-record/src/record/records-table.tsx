import type { ReactNode } from 'react'
import type { EndpointState } from '@helioport/api-client'
import { useErrorText, useTableTexts } from '@helioport/i18n'
import { Card, ErrorState, Notice } from '@helioport/ui'
import { type Column, DataTable } from '@helioport/ui/table'

interface RecordsTableProps<T> {
  label: string
  storageKey: string
  of: EndpointState<T[]>
  rowKey: (row: T) => string
  columns: readonly Column<T>[]
  empty: ReactNode
  page: { number: number; size: number; onChange: (number: number, size: number) => void }
}

/** One page of a record, its skeleton, or why it is not there. */
export function RecordsTable<T>({ of, page, columns, ...rest }: RecordsTableProps<T>) {
  const errorText = useErrorText()
  const texts = useTableTexts()
  if (of.error && !of.data) {
    return (
      <Card>
        <ErrorState {...errorText(of.error, of.refetch)} />
      </Card>
    )
  }
  return (
    <>
      {of.error && <Notice tone="warn">{errorText(of.error).detail}</Notice>}
      <Card padding="none">
        <DataTable<T>
          {...rest}
          texts={texts}
          rows={of.data ?? []}
          columns={columns}
          loading={of.isLoading}
          fetching={of.isFetching && of.isPrevious}
          page={{ ...page, total: of.total ?? 0 }}
        />
      </Card>
    </>
  )
}

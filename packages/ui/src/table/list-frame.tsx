import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../core/button.tsx'
import { Card } from '../core/page.tsx'
import { ErrorState } from '../core/state.tsx'
import { Notice } from '../core/status.tsx'
import { useUi } from '../core/ui-provider.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { type PageState, Pagination } from './pagination.tsx'
import type { TableTexts } from './table-texts.ts'
import styles from './data-table.module.css'

/** What came of asking for one page of a list; `E` is whatever the page's texts can put into words. */
export interface ListReply<T, E> {
  /** Undefined: not there yet, or it failed. */
  data: readonly T[] | undefined
  /** Rows of all pages together. */
  total: number | undefined
  /** Why the last try failed; `data` may still hold what came before. */
  error: E | undefined
  /** `data` belongs to the former page or filters, the new rows are on their way. */
  isPrevious: boolean
  refetch: () => void
}

/** What a list says by itself. */
export interface ListTexts<E> extends TableTexts {
  failure: (error: E, onRetry?: () => void) => ComponentProps<typeof ErrorState>
}

type TableProps<T> = Omit<DataTableProps<T>, 'texts' | 'rows' | 'loading' | 'fetching' | 'page'>
type CardProps = Pick<ComponentProps<typeof Card>, 'title' | 'subtitle' | 'extra'>

export interface ListFrameProps<T, E> extends TableProps<T>, CardProps {
  list: ListReply<T, E>
  texts: ListTexts<E>
  page?: Omit<PageState, 'total'>
  /** What is said when newer rows could not be read; without it, why they could not. */
  staleText?: string | undefined
  /** On top of the card whatever came of it: filters of the list. */
  head?: ReactNode
  /** Shows the rows in another way than as a table. */
  children?: (rows: readonly T[]) => ReactNode
}

/**
 * One page of a list in its card: a skeleton, then rows with paging, or what stands there when there are none; why it
 * failed and the way to try again. Rows that could not be read anew stay, with a notice above the card.
 */
export function ListFrame<T, E>(props: ListFrameProps<T, E>) {
  const { list, texts, page, staleText, head, children, title, subtitle, extra, ...table } = props
  return (
    <>
      <StaleNotice list={list} texts={texts} text={staleText} />
      <Card padding="none" title={title} subtitle={subtitle} extra={extra}>
        {head}
        <ListBody list={list} texts={texts} page={page && { ...page, total: list.total ?? 0 }} table={table}>
          {children}
        </ListBody>
      </Card>
    </>
  )
}

interface ListBodyProps<T, E> extends Pick<ListFrameProps<T, E>, 'list' | 'texts'> {
  page: PageState | undefined
  table: TableProps<T>
  children: ListFrameProps<T, E>['children']
}

function ListBody<T, E>({ list, texts, page, table, children }: ListBodyProps<T, E>) {
  const { locale } = useUi()
  const { data, error, isPrevious, refetch } = list
  if (data === undefined && error !== undefined) return <ErrorState {...texts.failure(error, refetch)} />
  if (children && data && data.length > 0) {
    return (
      <>
        {children(data)}
        {page && (
          <div className={styles['foot']}>
            <span />
            <Pagination {...page} texts={texts} locale={locale} />
          </div>
        )}
      </>
    )
  }
  return (
    <DataTable<T>
      {...table}
      {...(page && { page })}
      texts={texts}
      rows={data ?? []}
      loading={data === undefined}
      fetching={isPrevious}
    />
  )
}

interface StaleNoticeProps<E> {
  list: Pick<ListReply<unknown, E>, 'data' | 'error' | 'refetch'>
  texts: Pick<ListTexts<E>, 'failure'>
  /** What is said; without it, why newer data could not be read. */
  text?: string | undefined
}

/** Says that what is shown could not be read anew, and offers another try; nothing while that is not so. */
export function StaleNotice<E>({ list: { data, error, refetch }, texts, text }: StaleNoticeProps<E>) {
  if (data === undefined || error === undefined) return null
  const { detail, retry } = texts.failure(error, refetch)
  return (
    <Notice
      tone="warn"
      action={
        retry && (
          <Button size="s" kind="text" icon="refresh" onClick={retry.onRetry}>
            {retry.label}
          </Button>
        )
      }
    >
      {text ?? detail}
    </Notice>
  )
}

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

/** Result of requesting one page of a list. `E`: an error that the page's texts can describe. */
export interface ListReply<T, E> {
  /** Undefined: not loaded yet, or failed. */
  data: readonly T[] | undefined
  /** Number of rows of all pages. */
  total: number | undefined
  /** Why the last request failed; `data` may still hold older rows. */
  error: E | undefined
  /** `data` belongs to the previous page or filters; the new rows are being fetched. */
  isPrevious: boolean
  refetch: () => void
}

/** Texts that a list shows by itself. */
export interface ListTexts<E> extends TableTexts {
  failure: (error: E, onRetry?: () => void) => ComponentProps<typeof ErrorState>
}

type TableProps<T> = Omit<DataTableProps<T>, 'texts' | 'rows' | 'loading' | 'fetching' | 'page'>
type CardProps = Pick<ComponentProps<typeof Card>, 'title' | 'subtitle' | 'extra'>

export interface ListFrameProps<T, E> extends TableProps<T>, CardProps {
  list: ListReply<T, E>
  texts: ListTexts<E>
  page?: Omit<PageState, 'total'>
  /** Notice when newer rows could not be read; default: the reason of the failure. */
  staleText?: string | undefined
  /** On top of the card in every state: filters of the list. */
  head?: ReactNode
  /** Renders the rows in another form than a table. */
  children?: (rows: readonly T[]) => ReactNode
}

/**
 * One page of a list in its card: a skeleton, then rows with paging, an empty state, or an error with a retry. When
 * newer rows cannot be read, the old ones stay, with a notice above the card.
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
  /** Text of the notice; default: why newer data could not be read. */
  text?: string | undefined
}

/** Notice with a retry when newer data could not be read; renders nothing otherwise. */
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

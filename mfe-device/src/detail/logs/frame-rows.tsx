import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEndpoint } from '@helioport/api-client'
import { type DeviceHistoryRow, maxHistoryRows } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Empty, ErrorState, Skeleton, SkeletonTable } from '@helioport/ui'
import { useNarrow } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'
import { type LogFilters, usualColumns } from './log-query.ts'
import { isSilent, type LogColumn } from './use-log-columns.tsx'
import styles from './logs.module.css'

/** Frames per request. */
const pageSize = 200
const rowHeight = 40
const cardHeight = 148

interface FrameRowsProps {
  deviceId: string
  filters: LogFilters
  columns: readonly LogColumn[]
}

/** One page of frames; data undefined: not loaded yet. */
function useFrames(deviceId: string, filters: LogFilters, page: number) {
  const reply = useEndpoint('GET /devices/:deviceId/history', {
    params: { deviceId },
    query: { ...filters, page, pageSize },
  })
  return reply.isPrevious ? { ...reply, data: undefined } : reply
}

/** All frames as a virtual list: only visible rows are rendered, so length does not matter. */
export function FrameRows({ deviceId, filters, columns }: FrameRowsProps) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const format = useFormat()
  const isNarrow = useNarrow()
  const first = useFrames(deviceId, filters, 1)
  if (!first.data && first.error) return <ErrorState {...errorText(first.error, first.refetch)} />
  if (!first.data) return <SkeletonTable rows={10} columns={Math.min(columns.length, 7)} />
  const total = first.total ?? 0
  if (total === 0) return <Empty icon="record" title={text(isNarrowed(filters) ? 'logs.noneSuch' : 'logs.none')} />
  const Rows = isNarrow ? CardRows : TableRows
  return (
    <>
      <p className={styles['count']}>
        {total < maxHistoryRows
          ? text('logs.count', { count: total, total: format.number(total) })
          : text('logs.countMost', { count: format.number(total) })}
      </p>
      <Rows {...{ deviceId, filters, columns, total }} />
    </>
  )
}

/** Whether frames are filtered out: an empty list then says nothing about the days. */
const isNarrowed = ({ alarmsOnly, codes, parameter }: LogFilters) =>
  alarmsOnly === true || codes !== undefined || parameter !== undefined

/** The visible frames; `of`: first and last visible row. */
function useFramesInSight({ deviceId, filters }: FrameRowsProps, of: readonly { index: number }[]) {
  const pageOf = (index: number | undefined) => Math.floor((index ?? 0) / pageSize) + 1
  const [upper, lower] = [pageOf(of[0]?.index), pageOf(of.at(-1)?.index)]
  const pages = new Map([
    [lower, useFrames(deviceId, filters, lower).data],
    [upper, useFrames(deviceId, filters, upper).data],
  ])
  return (index: number) => pages.get(pageOf(index))?.[index % pageSize]
}

type ManyRowsProps = FrameRowsProps & { total: number }

/** A table with its own scrolling: head and times stay visible. */
function TableRows(props: ManyRowsProps) {
  const { columns, total } = props
  const text = useText<typeof enUS>('device')
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions are called in this component alone
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const shown = rows.getVirtualItems()
  const rowAt = useFramesInSight(props, shown)
  const template = columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ')
  const least = columns.reduce((sum, { width }) => sum + width, 0)
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label={text('tab.logs')}>
      <div role="table" aria-label={text('tab.logs')} aria-rowcount={total + 1} style={{ minWidth: least + 24 }}>
        <div role="row" className={styles['head']} style={{ gridTemplateColumns: template }}>
          {columns.map(({ key, title, align }) => (
            <span key={key} role="columnheader" data-align={align}>
              {title}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={styles['rows']} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className={styles['row']}
              style={{ top: start, height: rowHeight, gridTemplateColumns: template }}
            >
              <Cells row={rowAt(index)} columns={columns} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** On a phone the page scrolls: a list with its own scrolling would leave half a screen for its rows. */
function CardRows(props: ManyRowsProps) {
  const { columns, total } = props
  const text = useText<typeof enUS>('device')
  const list = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setScrollMargin(list.current.getBoundingClientRect().top + window.scrollY)
  }, [total])
  // oxlint-disable-next-line react/incompatible-library -- its functions are called in this component alone
  const rows = useWindowVirtualizer({ count: total, estimateSize: () => cardHeight, overscan: 8, scrollMargin })
  const shown = rows.getVirtualItems()
  const rowAt = useFramesInSight(props, shown)
  return (
    <div ref={list} role="table" aria-label={text('tab.logs')} aria-rowcount={total + 1}>
      <div role="rowgroup" className={styles['rows']} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => (
          <div
            key={key}
            role="row"
            aria-rowindex={index + 2}
            data-index={index}
            ref={rows.measureElement}
            className={styles['card']}
            style={{ top: start - scrollMargin }}
          >
            <Cells row={rowAt(index)} columns={columns} isCard />
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellsProps {
  /** Undefined: still loading. */
  row: DeviceHistoryRow | undefined
  columns: readonly LogColumn[]
  /** Show each value with its name. */
  isCard?: boolean
}

/** Cards omit missing and normal values of the default columns; columns that a person chose stay. */
const cardColumns = (columns: readonly LogColumn[], row: DeviceHistoryRow) =>
  columns.filter(({ key }) => !usualColumns.includes(key) || !isSilent(key, row))

/** Scrolling moves rows without changing them, so they are memoized. */
const Cells = memo(function Cells({ row, columns, isCard = false }: CellsProps) {
  const shown = isCard && row ? cardColumns(columns, row) : columns
  return shown.map(({ key, title, align, render }) => (
    <span key={key} role="cell" data-align={align} data-column={key}>
      {isCard && key !== 'at' && <span className={styles['label']}>{title}</span>}
      {row ? render(row) : <Skeleton width="70%" />}
    </span>
  ))
})

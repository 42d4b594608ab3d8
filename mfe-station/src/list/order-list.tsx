import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Station } from '@helioport/contract'
import { useSend } from '@helioport/api-client'
import { useErrorText, useFormat } from '@helioport/i18n'
import { Icon, Notice, VisuallyHidden } from '@helioport/ui'
import { Thumbnail } from '../station/thumbnail.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { moved, placeAt } from './order.ts'
import styles from './order-list.module.css'

interface OrderListProps {
  /** In the service's order. */
  stations: readonly Station[]
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/** The order of the stations, and the function that saves another one. `said` announces the move to screen readers. */
function useOrder(stations: readonly Station[]) {
  const text = useStationText()
  const format = useFormat()
  const { send, error } = useSend('PUT /station-order', { refreshes: ['GET /stations'] })
  /** The new order until the service has confirmed it. */
  const [own, setOwn] = useState<readonly string[]>()
  const [said, setSaid] = useState('')
  const order = own ?? stations.map(({ id }) => id)
  const keep = (next: readonly string[], id: string) => {
    if (next.join() === order.join()) return
    setOwn(next)
    const name = stations.find((station) => station.id === id)?.name ?? ''
    setSaid(text('order.moved', { name, place: format.number(next.indexOf(id) + 1) }))
    send({ body: { stationIds: [...next] } })
      .catch(() => {})
      .finally(() => setOwn((held) => (held === next ? undefined : held)))
  }
  return { order, keep, said, error }
}

/** A station that is dragged over the others; `shown`: the order after dropping it now. */
function useDrag(order: readonly string[], keep: (next: readonly string[], id: string) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ from: number; middles: readonly number[]; place: number }>()
  const shown = drag ? moved(order, drag.from, drag.place - drag.from) : order
  const dragged = drag && order[drag.from]
  const begin = (event: PointerEvent<HTMLElement>, id: string) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const middles = [...(list.current?.children ?? [])].map((item) => {
      const { top, height } = item.getBoundingClientRect()
      return top + height / 2
    })
    const from = order.indexOf(id)
    setDrag({ from, middles, place: from })
  }
  const move = (event: PointerEvent) =>
    setDrag((held) => held && { ...held, place: placeAt(held.middles, held.from, event.clientY) })
  const end = () => {
    setDrag(undefined)
    if (dragged !== undefined) keep(shown, dragged)
  }
  return { list, shown, dragged, begin, move, end, cancel: () => setDrag(undefined) }
}

/**
 * The own order of the stations: dragged by the handle, or moved with the arrow keys on it. Each move is saved at once.
 */
export function OrderList({ stations }: OrderListProps) {
  const text = useStationText()
  const format = useFormat()
  const errorText = useErrorText()
  const { order, keep, said, error } = useOrder(stations)
  const { list, shown, dragged, begin, move, end, cancel } = useDrag(order, keep)
  const byId = new Map(stations.map((station) => [station.id, station]))
  const walk = (event: KeyboardEvent, id: string, at: number) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    keep(moved(order, at, step), id)
  }
  return (
    <div className={styles.root}>
      <p className={styles.hint}>{text('order.hint')}</p>
      {error && <Notice tone="warn">{errorText(error, () => {}).title}</Notice>}
      <ol ref={list} className={styles.list} data-testid="order-list">
        {shown.map((id, at) => {
          const station = byId.get(id)
          if (!station) return null
          return (
            <li key={id} className={styles.item} data-dragged={dragged === id || undefined}>
              <button
                type="button"
                className={styles.handle}
                aria-label={text('order.handle', { name: station.name, place: format.number(at + 1) })}
                onKeyDown={(event) => walk(event, id, at)}
                onPointerDown={(event) => begin(event, id)}
                onPointerMove={move}
                onPointerUp={end}
                onPointerCancel={cancel}
              >
                <Icon name="sort" />
              </button>
              <span className={styles.place}>{format.number(at + 1)}</span>
              <Thumbnail station={station} />
              <span className={styles.name}>{station.name}</span>
              <span className={styles.address}>{station.address}</span>
            </li>
          )
        })}
      </ol>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </div>
  )
}

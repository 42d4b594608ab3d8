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
  /** In their order as the service has it. */
  stations: readonly Station[]
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/** The own order of the stations: dragged by the handle, or moved with the arrow keys on it. Each move is kept at once. */
export function OrderList({ stations }: OrderListProps) {
  const text = useStationText()
  const format = useFormat()
  const errorText = useErrorText()
  const host = useRef<HTMLOListElement>(null)
  const { send, error } = useSend('PUT /station-order', { refreshes: ['GET /stations'] })
  /** What was just moved, until the service has said the same. */
  const [own, setOwn] = useState<readonly string[]>()
  const order = own ?? stations.map(({ id }) => id)
  const [drag, setDrag] = useState<{ from: number; middles: readonly number[]; place: number }>()
  const [said, setSaid] = useState('')
  const byId = new Map(stations.map((station) => [station.id, station]))
  const shown = drag ? moved(order, drag.from, drag.place - drag.from) : order

  const keep = (next: readonly string[], id: string) => {
    if (next.join() === order.join()) return
    setOwn(next)
    const place = { name: byId.get(id)?.name ?? '', place: format.number(next.indexOf(id) + 1) }
    setSaid(text('order.moved', place))
    send({ body: { stationIds: [...next] } })
      .catch(() => {})
      .finally(() => setOwn((held) => (held === next ? undefined : held)))
  }
  const walk = (event: KeyboardEvent, id: string, at: number) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    keep(moved(order, at, step), id)
  }
  const begin = (event: PointerEvent<HTMLElement>, from: number) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const middles = [...(host.current?.children ?? [])].map((item) => {
      const { top, height } = item.getBoundingClientRect()
      return top + height / 2
    })
    setDrag({ from, middles, place: from })
  }
  const end = () => {
    const id = drag && order[drag.from]
    setDrag(undefined)
    if (id !== undefined) keep(shown, id)
  }

  return (
    <div className={styles.root}>
      <p className={styles.hint}>{text('order.hint')}</p>
      {error && <Notice tone="warn">{errorText(error, () => {}).title}</Notice>}
      <ol ref={host} className={styles.list} data-testid="order-list">
        {shown.map((id, at) => {
          const station = byId.get(id)
          if (!station) return null
          const isDragged = drag !== undefined && order[drag.from] === id
          return (
            <li key={id} className={styles.item} data-dragged={isDragged || undefined}>
              <button
                type="button"
                className={styles.handle}
                aria-label={text('order.handle', { name: station.name, place: format.number(at + 1) })}
                onKeyDown={(event) => walk(event, id, at)}
                onPointerDown={(event) => begin(event, order.indexOf(id))}
                onPointerMove={(event) =>
                  setDrag((held) => held && { ...held, place: placeAt(held.middles, held.from, event.clientY) })
                }
                onPointerUp={end}
                onPointerCancel={() => setDrag(undefined)}
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

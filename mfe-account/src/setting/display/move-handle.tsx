import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Icon } from '@helioport/ui'
import styles from './display.module.css'
import { placeByKey } from './moved.ts'

interface MoveHandleProps {
  label: string
  describedBy: string
  /** From 0. */
  place: number
  count: number
  disabled: boolean
  onMove: (to: number) => void
}

/** Target index under the pointer: the number of rows whose middle lies above it. */
function placeUnder(row: Element, y: number): number {
  const rows = [...(row.parentElement?.children ?? [])]
  return rows.filter((other) => {
    const { top, height } = other.getBoundingClientRect()
    return other !== row && y > top + height / 2
  }).length
}

/** Moves its row in an ordered list: by mouse, pen, touch or keys. */
export function MoveHandle({ label, describedBy, place, count, disabled, onMove }: MoveHandleProps) {
  const latest = useRef({ place, onMove })
  const dragging = useRef<AbortController>(undefined)
  useEffect(() => {
    latest.current = { place, onMove }
  }, [place, onMove])
  useEffect(() => () => dragging.current?.abort(), [])

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li')
    if (event.button !== 0 || !row) return
    const over = new AbortController()
    dragging.current = over
    const end = () => over.abort()
    // On the window: a row that is moved in the document loses pointer capture.
    const listen = <Type extends keyof WindowEventMap>(type: Type, then: (event: WindowEventMap[Type]) => void) =>
      window.addEventListener(type, then, { signal: over.signal })
    listen('pointermove', ({ clientY }) => {
      const to = placeUnder(row, clientY)
      if (to !== latest.current.place) latest.current.onMove(to)
    })
    listen('pointerup', end)
    listen('pointercancel', end)
    listen('keydown', ({ key }) => {
      if (key !== 'Escape') return
      latest.current.onMove(place)
      end()
    })
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const to = placeByKey(event.key, place, count)
    if (to === undefined) return
    event.preventDefault()
    const button = event.currentTarget
    onMove(to)
    // A row that is moved in the document may lose focus.
    requestAnimationFrame(() => button.focus())
  }
  return (
    <button
      type="button"
      className={styles['handle']}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onKeyDown={press}
      onPointerDown={begin}
    >
      <Icon name="sort" />
    </button>
  )
}

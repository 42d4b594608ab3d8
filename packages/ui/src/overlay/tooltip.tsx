import { cloneElement, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: ReactNode
  /** What is explained; give it `tabIndex={0}` where it takes no focus by itself. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** A short explanation on hover, focus or tap; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState<{ x: number; y: number; below: boolean }>()

  const show = () => {
    const box = anchor.current?.getBoundingClientRect()
    if (!box) return
    const half = Math.min(140, window.innerWidth / 2 - 8)
    const middle = box.left + box.width / 2
    const below = box.top < 96
    setPlace({
      x: Math.min(Math.max(middle, half + 8), window.innerWidth - half - 8),
      y: below ? box.bottom + 6 : box.top - 6,
      below,
    })
  }
  const hide = () => setPlace(undefined)

  return (
    <span
      ref={anchor}
      className={styles['anchor']}
      role="presentation"
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {cloneElement(children, place ? { 'aria-describedby': id } : {})}
      {place && (
        <span
          id={id}
          role="tooltip"
          className={styles['tip']}
          // Physical on purpose: measured from the viewport.
          style={{ left: place.x, top: place.y, transform: `translate(-50%, ${place.below ? '0' : '-100%'})` }}
        >
          {text}
        </span>
      )}
    </span>
  )
}

import { cloneElement, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'
import styles from './tooltip.module.css'

const Bubble = lazy(async (): Promise<{ default: ComponentType<TooltipBubbleProps> }> => {
  try {
    return await import('./tooltip-bubble.tsx')
  } catch {
    // A tooltip whose code cannot be fetched must not break the page.
    return { default: () => null }
  }
})

/** Time for the pointer to cross from the explained element into the tooltip, ms. */
const crossingMs = 120

interface TooltipProps {
  text: ReactNode
  /** The explained element; give it `tabIndex={0}` if it takes no focus by itself. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** A short explanation on hover, focus or tap; Escape hides it. Its code is fetched with the first tooltip. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  const show = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const hide = () => setOpen(false)

  return (
    <span
      className={styles['anchor']}
      role="presentation"
      onPointerEnter={show}
      onPointerLeave={() => {
        leaving.current = setTimeout(hide, crossingMs)
      }}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {cloneElement(children, open ? { 'aria-describedby': id } : {})}
      {open && (
        <Suspense fallback={null}>
          <Bubble id={id} text={text} onClose={hide} />
        </Suspense>
      )}
    </span>
  )
}

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useUi } from '../core/ui-provider.tsx'

interface Seen {
  /** px; 0 until it has been measured. */
  width: number
  /** The element is or was near the visible part of the window. On paper: always. */
  seen: boolean
}

/** Width of an element as it changes, and whether it has come near the visible part of the window. */
export function useSize<E extends HTMLElement>(): [RefObject<E | null>, Seen] {
  const element = useRef<E>(null)
  const [state, setState] = useState<Seen>({ width: 0, seen: false })

  useEffect(() => {
    const target = element.current
    if (!target) return
    const measure = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      setState((former) => (former.width === width ? former : { ...former, width }))
    })
    measure.observe(target)
    const watch =
      typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver(
            (entries) => {
              if (!entries.some((entry) => entry.isIntersecting)) return
              setState((former) => ({ ...former, seen: true }))
              watch?.disconnect()
            },
            { rootMargin: '160px' },
          )
    watch?.observe(target)
    return () => {
      measure.disconnect()
      watch?.disconnect()
    }
  }, [])

  const { isPaper = false } = useUi()
  // A browser that begins to print does not wait for observers: the width of the sheet is read at once.
  useLayoutEffect(() => {
    const width = Math.floor(element.current?.getBoundingClientRect().width ?? 0)
    if (isPaper && width > 0) setState((former) => ({ ...former, width }))
  }, [isPaper])
  return [element, isPaper ? { ...state, seen: true } : state]
}

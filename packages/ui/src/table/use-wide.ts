import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the content of an element is wider than the element. The browser tells it after its own layout; measuring
 * before would make a large table's layout twice.
 */
export function useWide<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setIsWide(target.scrollWidth > target.clientWidth + 1)
    if (typeof ResizeObserver === 'undefined') {
      measure()
      return
    }
    const watch = new ResizeObserver(measure)
    watch.observe(target)
    for (const inside of target.children) watch.observe(inside)
    return () => watch.disconnect()
  }, [])
  return [element, isWide]
}

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Whether what lies in an element is wider than the element; before the first painting, and as either changes. */
export function useWide<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [isWide, setIsWide] = useState(false)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setIsWide(target.scrollWidth > target.clientWidth + 1)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(measure)
    watch.observe(target)
    for (const inside of target.children) watch.observe(inside)
    return () => watch.disconnect()
  }, [])
  return [element, isWide]
}

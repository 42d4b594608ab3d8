import { useEffect, useRef } from 'react'
import { useUi } from '../core/ui-provider.tsx'

/** px between the element and its field, and to the edge of the window. */
const gap = 6
const edge = 16

/** Shows an element above all others, at its parent field: below the field, or above it if there is no room below. */
export function useOnTop() {
  const { dir } = useUi()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = ref.current
    const field = shown?.parentElement
    if (!shown || !field) return
    // jsdom has no popovers.
    shown.showPopover?.()
    const place = () => {
      const at = field.getBoundingClientRect()
      const { offsetWidth: width, offsetHeight: height } = shown
      const below = at.bottom + gap
      const isLow = below + height > window.innerHeight && at.top > height + gap
      const start = dir === 'rtl' ? at.right - width : at.left
      const left = Math.max(edge, Math.min(start, document.documentElement.clientWidth - width - edge))
      shown.style.setProperty('--at-top', `${isLow ? at.top - gap - height : below}px`)
      shown.style.setProperty('--at-left', `${left}px`)
    }
    place()
    const watched = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
    watched?.observe(shown)
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      watched?.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [dir])
  return ref
}

import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many of the widths (px) fit into `room`. If not all fit, `reserve` is kept free for a "more" button. */
export function fittingCount(widths: readonly number[], room: number, reserve: number): number {
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (whole <= room) return widths.length
  let used = reserve
  let count = 0
  for (const width of widths) {
    used += width
    if (used > room) break
    count += 1
  }
  return count
}

const moreButtonWidth = 56

/**
 * How many entries of a horizontal menu fit. `measure` holds all entries, invisible, at full width. It is observed as
 * well, since another language changes the widths.
 */
export function useFittingCount(bar: RefObject<HTMLElement | null>, measure: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = bar.current
    const all = measure.current
    if (!element || !all) return
    const fit = () => {
      const widths = [...all.children].map((child) => child.getBoundingClientRect().width)
      setCount(fittingCount(widths, element.clientWidth, moreButtonWidth))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    observer.observe(all)
    return () => observer.disconnect()
  }, [bar, measure])
  return count
}

import { type RefObject, useEffect, useRef, useState } from 'react'

/** Longest wait for charts; charts that are not drawn by then are printed as they are. */
const patienceMs = 3000

/**
 * Printable area, CSS px: margins of 12 mm; the narrower (A4) and the shorter (Letter) of the usual portrait sheets;
 * less the station's name above the area.
 */
const paper = { width: 703, height: 965 - 130 }
/** A longer area goes on to the next sheet instead of becoming too small to read. */
const leastZoom = 0.55

const zoomOf = ({ offsetWidth, offsetHeight }: HTMLElement): number =>
  Math.min(paper.width / offsetWidth, Math.max(leastZoom, paper.height / offsetHeight))

/**
 * Prints an area. It takes the width of a sheet and its charts redraw themselves; then the print dialog opens, with the
 * area scaled to one portrait sheet. `isPrinting` is true from the click until the dialog is closed.
 */
export function usePrint<T extends HTMLElement>(): {
  host: RefObject<T | null>
  isPrinting: boolean
  print: () => void
} {
  const host = useRef<T>(null)
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const over = () => setPrinting(false)
    window.addEventListener('afterprint', over)
    const began = performance.now()
    let frame = 0
    let drawnFor = 0
    const wait = () => {
      const charts = [...(host.current?.querySelectorAll<HTMLElement>('[data-points]') ?? [])]
      const ready = charts.every(
        (chart) => chart.dataset['points'] === '0' || chart.querySelector('svg')?.clientWidth === chart.clientWidth,
      )
      // Further frames, so that the drawing is on the screen.
      drawnFor = ready ? drawnFor + 1 : 0
      if (drawnFor > 2 || performance.now() - began > patienceMs) {
        if (host.current) host.current.style.setProperty('--sheet-zoom', String(zoomOf(host.current)))
        window.print()
      } else frame = requestAnimationFrame(wait)
    }
    frame = requestAnimationFrame(wait)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', over)
    }
  }, [isPrinting])
  return { host, isPrinting, print: () => setPrinting(true) }
}

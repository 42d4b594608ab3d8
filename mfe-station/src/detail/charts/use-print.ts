import { type RefObject, useEffect, useRef, useState } from 'react'

/** Charts that have not drawn themselves after so long are printed as they are. */
const patienceMs = 3000

/**
 * What is left, in CSS px, by margins of 12 mm: of the narrower (A4) and the shorter (Letter) of the usual upright sheets,
 * and above the area by the name of the station.
 */
const paper = { width: 703, height: 965 - 130 }
/** What is longer than a sheet goes on to the next rather than become too small to be read. */
const leastZoom = 0.55

const zoomOf = ({ offsetWidth, offsetHeight }: HTMLElement): number =>
  Math.min(paper.width / offsetWidth, Math.max(leastZoom, paper.height / offsetHeight))

/**
 * Prints an area: it takes the width of a sheet, its charts draw themselves anew for it, and then the print dialog
 * opens, with the area made as small as one upright sheet. `isPrinting` is true from the click until the dialog is closed.
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
      // One frame more, so that what was drawn is on the screen.
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

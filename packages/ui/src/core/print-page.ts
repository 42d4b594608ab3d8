/** Time that charts on screen need to redraw themselves for paper, ms. */
const drawMs = 600
/** Longest wait, ms, for charts that were never scrolled into view and are drawn only now. */
const mostMs = 5000
const lookMs = 100
const stillDrawing = '[data-chart="chart"] [data-drawn="false"]:not([data-points="0"])'

let isAsked = false
const listeners = new Set<() => void>()

function ask(on: boolean): void {
  isAsked = on
  document.documentElement.toggleAttribute('data-paper', on)
  for (const changed of listeners) changed()
}

/** The browser's own print: only changes made before this handler returns are printed. */
const begins = () => ask(true)
const ends = () => ask(false)

/**
 * Prints the page: it becomes light and as wide as a sheet, its charts redraw themselves, then the print dialog opens.
 */
export function printPage(): void {
  ask(true)
  window.addEventListener('afterprint', () => ask(false), { once: true })
  setTimeout(() => printDrawn(mostMs), drawMs)
}

function printDrawn(leftMs: number): void {
  if (leftMs <= 0 || document.querySelector(stillDrawing) === null) window.print()
  else setTimeout(() => printDrawn(leftMs - lookMs), lookMs)
}

const paperQuery = 'print'

export function subscribePaper(changed: () => void): () => void {
  const query = window.matchMedia(paperQuery)
  query.addEventListener('change', changed)
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begins)
    window.addEventListener('afterprint', ends)
  }
  listeners.add(changed)
  return () => {
    query.removeEventListener('change', changed)
    listeners.delete(changed)
    if (listeners.size > 0) return
    window.removeEventListener('beforeprint', begins)
    window.removeEventListener('afterprint', ends)
  }
}

/** Whether the page is being printed, by its own button or by the browser's. */
export const isOnPaper = (): boolean => isAsked || window.matchMedia(paperQuery).matches

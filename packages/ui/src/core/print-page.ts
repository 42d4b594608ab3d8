/** Charts have drawn themselves anew after so long, where they were drawn before. */
const drawMs = 600
/** Those that nobody has scrolled to are drawn now; no longer is waited for them. */
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

/** The browser's own print: what it does to the page before this returns is on paper. */
const begins = () => ask(true)
const ends = () => ask(false)

/** Puts the page on paper: it becomes light and as wide as a sheet, its charts draw themselves anew, and then the print dialog opens. */
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

/** The page is being printed, by its own button or by the browser's. */
export const isOnPaper = (): boolean => isAsked || window.matchMedia(paperQuery).matches

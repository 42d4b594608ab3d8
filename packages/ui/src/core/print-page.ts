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
  listeners.add(changed)
  return () => {
    query.removeEventListener('change', changed)
    listeners.delete(changed)
  }
}

/** The page is being printed, by its own button or by the browser's. */
export const isOnPaper = (): boolean => isAsked || window.matchMedia(paperQuery).matches

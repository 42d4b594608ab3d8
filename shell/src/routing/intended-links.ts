/**
 * A pointer or focus that stays on a link for this time is about to open it, ms; a shorter stay only passes over it.
 */
const restMs = 50

const linkAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('a[href^="#/"]') : null)

/** Calls `then` with the portal path of each link that pointer or focus rests on. Returns the function that ends it. */
export function intendedLinks(then: (path: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let resting: Element | null = null
  const reach = ({ target }: Event) => {
    const link = linkAt(target)
    if (link === resting) return
    resting = link
    clearTimeout(timer)
    if (link) timer = setTimeout(() => then(link.getAttribute('href')?.slice(1) ?? ''), restMs)
  }
  // Touch has no hover: a touch is a press.
  const point = (event: PointerEvent) => event.pointerType !== 'touch' && reach(event)
  document.addEventListener('pointerover', point)
  document.addEventListener('focusin', reach)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', point)
    document.removeEventListener('focusin', reach)
  }
}

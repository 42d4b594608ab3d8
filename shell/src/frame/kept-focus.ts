/** What can be typed into, pressed or played. */
const reachable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, video[controls], iframe, [tabindex="0"]'

/**
 * Keeps the focus near where it was when what had it goes away: a form that was sent, a row that was deleted, the button
 * in whose place a form comes. Without it, who works with keys or a screen reader would begin at the head of the page
 * again. It goes to the first thing of what came in its place, or else to the first that is left around it; where the whole
 * page went, to the page. Returns the end of it.
 */
export function keepFocusIn(page: HTMLElement): () => void {
  /** What has the focus, and around it up to the page. */
  let around: readonly HTMLElement[] = []
  let address = ''

  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const note = ({ target }: FocusEvent) => {
    around = wayUp(target as HTMLElement, page)
    address = addressNow()
  }
  // Who clicks beside everything has left it; what is taken out of the page may say so, too.
  const leave = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (isLost() && target === around[0] && around[0]?.isConnected) around = []
    })
  const settle = (added: readonly HTMLElement[]) => {
    if (!isLost()) return
    const [had, ...outer] = around
    if (had?.isConnected) return had.focus({ preventScroll: true })
    const left = outer.filter((each) => each.isConnected)
    const isElsewhere = left[0] === page || address !== addressNow()
    const came = added.filter((each) => left[0]?.contains(each))
    const next = isElsewhere ? undefined : firstIn([...came, ...left.filter((each) => each !== page)])
    if (left.length > 0) (next ?? page).focus({ preventScroll: true })
  }
  const watch = new MutationObserver((changes) => {
    const [had] = around
    // A button that was out of use for the length of its request has the focus back, too.
    if (had === undefined || !isLost() || (had.isConnected && had.matches(':disabled'))) return
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement)
    // Whoever moves the focus on purpose comes first.
    requestAnimationFrame(() => settle(added))
  })

  page.addEventListener('focusin', note)
  page.addEventListener('focusout', leave)
  watch.observe(page, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    page.removeEventListener('focusin', note)
    page.removeEventListener('focusout', leave)
    watch.disconnect()
  }
}

/** The address of the page; what stands behind the question mark are its filters. */
const addressNow = () => location.hash.split('?')[0] ?? ''

function wayUp(from: HTMLElement, page: HTMLElement): HTMLElement[] {
  const way: HTMLElement[] = []
  for (let each: HTMLElement | null = from; each; each = each === page ? null : each.parentElement) way.push(each)
  return way
}

function firstIn(places: readonly HTMLElement[]): HTMLElement | undefined {
  for (const place of places) {
    const first = place.matches(reachable) ? place : place.querySelector<HTMLElement>(reachable)
    if (first?.isConnected) return first
  }
  return undefined
}

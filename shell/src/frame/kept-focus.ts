/** Elements that can be typed into, pressed or played. */
const reachable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, video[controls], iframe, [tabindex="0"]'

/**
 * Keeps the focus near its place when the focused element disappears: a form that was sent, a row that was deleted, a
 * button that a form replaces. Otherwise users of a keyboard or a screen reader would start at the top of the page
 * again. The focus goes to the first element of the replacement, otherwise to the first one left nearby; when the whole
 * page has changed, to the page. Returns the function that ends this.
 */
export function keepFocusIn(page: HTMLElement): () => void {
  /** The focused element and its ancestors up to the page. */
  let around: readonly HTMLElement[] = []
  let address = ''

  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const note = ({ target }: FocusEvent) => {
    around = wayUp(target as HTMLElement, page)
    address = addressNow()
  }
  // A click on nothing removes the focus on purpose. Removing an element can fire the same event, hence `isConnected`.
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
    // A button that was disabled during its request also gets the focus back.
    if (had === undefined || !isLost() || (had.isConnected && had.matches(':disabled'))) return
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement)
    // After a frame, so that code that moves the focus on purpose comes first.
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

/** The address of the page without its query, which holds filters. */
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

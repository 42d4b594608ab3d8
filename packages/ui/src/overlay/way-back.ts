/** The element that last took the focus: the opener of a dialog that opens while nothing has the focus. */
let last: Element | null = null
if (typeof document !== 'undefined') document.addEventListener('focusin', ({ target }) => (last = target as Element))

/** Focus targets of a dialog that has just closed. A dialog that opens in the same turn takes them over. */
let handedOn: readonly Element[] | undefined

const ways = new WeakMap<Element, readonly Element[]>()
const reachable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Returns a function that restores the focus when the dialog closes: to the opener; if the opener is gone (its row was
 * deleted), to its nearest remaining ancestor; then to the focus targets of an outer dialog.
 */
export function wayBackFrom(dialog: HTMLElement): () => void {
  const { activeElement: active } = document
  const opener = active === null || active === document.body ? last : active
  const around: Element[] = []
  for (let each = opener; each && each !== document.body; each = each.parentElement) around.push(each)
  const outer = opener?.closest('dialog')
  const way = handedOn ?? [...around, ...((outer && ways.get(outer)) ?? [])]
  ways.set(dialog, way)
  return () => {
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body || dialog.contains(focused)
    if (isLost) way.some(takesFocus)
    handedOn = way
    queueMicrotask(() => (handedOn = undefined))
  }
}

/** Focuses the element or the first focusable element inside; returns whether that worked. */
function takesFocus(element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false
  element.focus()
  if (document.activeElement === element) return true
  const first = element.querySelector<HTMLElement>(reachable)
  first?.focus()
  return first !== null && document.activeElement === first
}

/** What had the focus last and is no field or button that went away since. */
let last: Element | null = null
if (typeof document !== 'undefined') document.addEventListener('focusin', ({ target }) => (last = target as Element))

/** Of a dialog that closes in favour of the next: that one opens before anything else happens. */
let handedOn: readonly Element[] | undefined

const ways = new WeakMap<Element, readonly Element[]>()
const reachable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Where the focus goes when a dialog that opens now closes: to what had it; where that is gone by then (its row was
 * deleted), to the nearest that is left around it; and from a question inside another dialog on its way back.
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

/** An element takes the focus itself, or the first thing in it does. */
function takesFocus(element: Element): boolean {
  if (!element.isConnected || !(element instanceof HTMLElement)) return false
  element.focus()
  if (document.activeElement === element) return true
  const first = element.querySelector<HTMLElement>(reachable)
  first?.focus()
  return first !== null && document.activeElement === first
}

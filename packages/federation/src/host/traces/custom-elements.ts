import type { Book, Key } from './book.ts'
import { callerOf, wrapped } from './wrapped.ts'

type Constructor = CustomElementConstructor & { observedAttributes?: readonly string[]; formAssociated?: boolean }
type Callbacks = Record<string, ((...args: unknown[]) => void) | undefined>

/** What a browser calls by itself; it asks for these once, when a name is defined. */
const callbacks = ['connectedCallback', 'disconnectedCallback', 'connectedMoveCallback', 'adoptedCallback', 'attributeChangedCallback', 'formAssociatedCallback', 'formDisabledCallback', 'formResetCallback', 'formStateRestoreCallback'] // prettier-ignore

/** A name that a remote has defined: the browser keeps the first class for good, elements are made by the current one. */
interface Named {
  remote: string
  standIn: Constructor
  current: Constructor
  /** Attributes of which the browser tells by itself. */
  observed: readonly string[]
}

const observedBy = (constructor: Constructor) => constructor.observedAttributes ?? []

function standInFor(named: { current: Constructor }, first: Constructor): Constructor {
  const standIn = function (this: unknown): unknown {
    return Reflect.construct(named.current, [])
  } as unknown as Constructor
  const prototype = Object.create(HTMLElement.prototype) as Callbacks
  for (const name of callbacks) {
    prototype[name] = function (this: Callbacks, ...args: unknown[]) {
      this[name]?.(...args)
    }
  }
  Object.assign(standIn, { prototype, observedAttributes: observedBy(first), formAssociated: first.formAssociated })
  return standIn
}

/** Tells an element of attributes that its class observes and the first of its name did not. */
function observeFurther(element: HTMLElement, constructor: Constructor, observed: readonly string[]): void {
  const attributeFilter = observedBy(constructor).filter((name) => !observed.includes(name))
  if (attributeFilter.length === 0) return
  const tell = (name: string | null, before: string | null) =>
    (element as unknown as Callbacks)['attributeChangedCallback']?.(
      name,
      before,
      element.getAttribute(name ?? ''),
      null,
    )
  for (const name of attributeFilter) if (element.hasAttribute(name)) tell(name, null)
  const observer = new MutationObserver((records) => records.forEach((one) => tell(one.attributeName, one.oldValue)))
  observer.observe(element, { attributeFilter, attributeOldValue: true })
}

/**
 * A name of a custom element can be defined once, and never given back: the next release of a remote could not define
 * its own. So what a remote defines is a stand-in, that makes elements by the class of the release that is on screen.
 */
export function watchCustomElements(book: Book): void {
  const names = new Map<string, Named>()
  const nameOf = new WeakMap<object, Named>()
  const construct = (target: typeof HTMLElement, args: unknown[], newTarget: Constructor): HTMLElement => {
    const named = nameOf.get(newTarget)
    if (named === undefined) return Reflect.construct(target, args, newTarget) as HTMLElement
    const element = Reflect.construct(target, args, named.standIn) as HTMLElement
    Object.setPrototypeOf(element, newTarget.prototype as object)
    observeFurther(element, newTarget, named.observed)
    return element
  }
  const value = new Proxy(HTMLElement, { construct })
  Reflect.defineProperty(window, 'HTMLElement', { value, configurable: true, writable: true })

  const take = (key: Key, named: Named, constructor: Constructor) => {
    named.current = constructor
    nameOf.set(constructor, named)
    book.note(key, constructor, { undo: () => undefined, redo: () => take(key, named, constructor) })
  }
  const registry = CustomElementRegistry.prototype
  wrapped(registry, 'define', (original) => {
    const wrapper = function (this: unknown, name: string, constructor: Constructor, options?: object): void {
      const key = callerOf(wrapper)
      const [remote = ''] = key?.split('/') ?? []
      const known = names.get(name)
      // Elements that extend one of the browser's own, and what is none of a remote, are defined as ever.
      if (key === undefined || options !== undefined || (known !== undefined && known.remote !== remote))
        return void original.call(this, name, constructor, options)
      if (known !== undefined) return take(key, known, constructor)
      const named = { remote, current: constructor, observed: observedBy(constructor) } as Named
      named.standIn = standInFor(named, constructor)
      nameOf.set(constructor, named)
      original.call(this, name, named.standIn)
      names.set(name, named)
      take(key, named, constructor)
    }
    return wrapper
  })
  wrapped(registry, 'get', (original) =>
    function (this: unknown, name: string): unknown {
      return names.get(name)?.current ?? original.call(this, name)
    },
  ) // prettier-ignore
}

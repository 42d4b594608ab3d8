import type { Book, Key } from './book.ts'
import { callerOf, wrapped } from './wrapped.ts'

type Constructor = CustomElementConstructor & { observedAttributes?: readonly string[]; formAssociated?: boolean }
type Callbacks = Record<string, ((...args: unknown[]) => void) | undefined>

/** Callbacks that the browser reads from the class once, when a name is defined. */
const callbacks = ['connectedCallback', 'disconnectedCallback', 'connectedMoveCallback', 'adoptedCallback', 'attributeChangedCallback', 'formAssociatedCallback', 'formDisabledCallback', 'formResetCallback', 'formStateRestoreCallback'] // prettier-ignore

/** A name that a remote defined: the browser keeps its stand-in for good; elements are made by the current class. */
interface Named {
  remote: string
  standIn: Constructor
  current: Constructor
  /** Attributes that the browser observes: those of the first class. */
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

/** Observes the attributes that the element's class observes and the first class of its name did not. */
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
 * A custom element name can be defined only once, so the next release of a remote could not define its own class. So a
 * stand-in is defined, which makes elements by the class of the release on screen.
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
      // Customized built-in elements, and names that are not of this remote, are defined without a stand-in.
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

import { watchBuiltins } from './builtins.ts'

/** Something that code of a remote has added to the page and that is not its own to keep. */
interface Trace {
  undo: () => void
  /** Puts it back; what cannot be put back stays away. */
  redo?: () => void
  /** Whether it is what a listener was added as; see `removeEventListener`. */
  is?: (target: EventTarget, type: string, listener: unknown) => boolean
}

/** `<name>/<release>` of a remote. */
type Key = string

/** What remotes add at run time to document, body, window and timers, by who did. */
export interface Traces {
  /** Code of it is being evaluated, until the returned call: what it adds there it adds only once. */
  loading: (key: Key) => () => void
  /** It is about to be on screen. */
  awaited: (key: Key) => void
  /** It is on screen: what its modules added when they were loaded is put back. */
  shown: (key: Key) => void
  /** It is left: what it added is taken away, and so is what it adds until it is awaited again. */
  left: (key: Key) => void
  /** Its modules are dropped. */
  forget: (key: Key) => void
}

const ofRemote = /\/r\/(?!shell\/)([a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12})\//
/** Names that the federation run time and the bundlers give to the page. */
const ofBuild = /^(rspack(Chunk|HotUpdate)|__)|_\d+_\d+_\d+_[0-9a-f]{12}$|^\d+$/
/** What a browser of today has by itself, and one without is given for all. */
const ofPlatform = new Set(['Temporal'])
/** Attributes of the root element that are the shell's. */
const ofShell = new Set(['lang', 'dir', 'data-theme', 'data-layout'])
/** The engine cuts stacks; others (old Firefox, Safari) take no traces. */
const canTrace = 'captureStackTrace' in Error

/** Whose code calls `wrapper`, where that is a remote's: the first file in the stack. */
function callerOf(wrapper: (...args: never[]) => unknown): Key | undefined {
  if (!canTrace) return undefined
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, wrapper)
  const first = holder.stack?.split('\n').find((line) => line.includes('://'))
  return first === undefined ? undefined : ofRemote.exec(first)?.[1]
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the page calls it with is passed on as it is
type Any = (...args: any[]) => any
type Wrap = (original: Any) => Any

function wrapped(holder: object, name: string, wrap: Wrap): void {
  const original = Reflect.get(holder, name) as Any | undefined
  if (typeof original === 'function') Reflect.defineProperty(holder, name, { value: wrap(original), configurable: true, writable: true }) // prettier-ignore
}

/** By remote release: what it has added, by an identity of its own; and what waits to be put back. */
class Book {
  readonly #of = new Map<Key, Map<unknown, Trace>>()
  readonly #parked = new Map<Key, Trace[]>()
  readonly #loading = new Map<Key, number>()
  /** Left, and on its way to no screen. */
  readonly #gone = new Set<Key>()
  /** Was added while modules were evaluated. */
  readonly #once = new WeakSet<Trace>()

  note(key: Key, id: unknown, trace: Trace): void {
    // An answer that came after its page was left: nobody would take it away later.
    if (this.#gone.has(key) && !this.#loading.get(key)) return trace.undo()
    const all = this.#of.get(key) ?? new Map<unknown, Trace>()
    this.#of.set(key, all.set(id, trace))
    if ((this.#loading.get(key) ?? 0) > 0) this.#once.add(trace)
  }
  has(key: Key, id: unknown): boolean {
    return this.#of.get(key)?.has(id) === true
  }
  drop(id: unknown): void {
    for (const all of this.#of.values()) all.delete(id)
  }
  dropWhere(isIt: (trace: Trace) => boolean): void {
    for (const all of this.#of.values()) for (const [id, trace] of all) if (isIt(trace)) all.delete(id)
  }
  await(key: Key): void {
    this.#gone.delete(key)
  }
  loading(key: Key): () => void {
    const count = (by: number) => {
      this.#loading.set(key, (this.#loading.get(key) ?? 0) + by)
      this.await(key)
    }
    count(1)
    return () => count(-1)
  }
  restore(key: Key): void {
    this.await(key)
    const parked = this.#parked.get(key) ?? []
    this.#parked.delete(key)
    const over = this.loading(key)
    for (const trace of parked) trace.redo?.()
    over()
  }
  sweep(key: Key): void {
    const all = [...(this.#of.get(key)?.values() ?? [])]
    this.#of.delete(key)
    this.#gone.add(key)
    for (const trace of all) trace.undo()
    const again = all.filter((trace) => trace.redo !== undefined && this.#once.has(trace))
    if (again.length > 0) this.#parked.set(key, again)
  }
  forget(key: Key): void {
    this.#parked.delete(key)
  }
}

const timers = [
  ['setTimeout', 'clearTimeout', 't'],
  ['setInterval', 'clearInterval', 't'],
  ['requestAnimationFrame', 'cancelAnimationFrame', 'f'],
  ['requestIdleCallback', 'cancelIdleCallback', 'i'],
] as const

function watchTimers(book: Book): void {
  for (const [set, clear, kind] of timers) {
    wrapped(window, clear, (original) => (id: number) => {
      book.drop(`${kind}${id}`)
      return original.call(window, id)
    })
    wrapped(window, set, (original) => {
      const wrapper = (run: unknown, ...rest: unknown[]): number => {
        const key = callerOf(wrapper)
        if (key === undefined || typeof run !== 'function') return original.call(window, run, ...rest) as number
        const once = (...args: unknown[]): unknown => {
          book.drop(`${kind}${id}`)
          return (run as Any)(...args)
        }
        const id = original.call(window, set === 'setInterval' ? run : once, ...rest) as number
        const note = (of: number) =>
          book.note(key, `${kind}${of}`, {
            undo: () => void (Reflect.get(window, clear) as Any | undefined)?.(of),
            ...(set === 'setInterval' ? { redo: () => note(original.call(window, run, ...rest) as number) } : {}),
          })
        note(id)
        return id
      }
      return wrapper
    })
  }
}

/** Things of which a page has one, beside its elements. */
const singles = (): unknown[] => [window, document, window.visualViewport, window.screen?.orientation, document.fonts, navigator.serviceWorker, Reflect.get(navigator, 'connection')] // prettier-ignore

/** Outlives the page of a remote: of the browser, or an element that is in the page and in no remote's place. */
function createOutlives(): (target: unknown) => boolean {
  const all = new Set(singles())
  return (target) => {
    if (all.has(target)) return true
    if (typeof MediaQueryList === 'function' && target instanceof MediaQueryList) return true
    return target instanceof Element && target.isConnected && target.closest('[data-remote]') === null
  }
}

function watchListeners(book: Book): void {
  const outlives = createOutlives()
  wrapped(EventTarget.prototype, 'removeEventListener', (original) =>
    function (this: EventTarget | undefined, type: string, listener: unknown, options?: unknown) {
      const target = this ?? window
      if (outlives(target)) book.dropWhere((trace) => trace.is?.(target, type, listener) === true)
      return original.call(target, type, listener, options)
    },
  ) // prettier-ignore
  const remove = EventTarget.prototype.removeEventListener as Any
  wrapped(EventTarget.prototype, 'addEventListener', (original) => {
    const wrapper = function (this: EventTarget | undefined, type: string, listener: unknown, options?: unknown): void {
      const target = this ?? window
      original.call(target, type, listener, options)
      const key = outlives(target) ? callerOf(wrapper) : undefined
      if (key === undefined) return
      const add = () => {
        book.note(key, {}, {
          undo: () => remove.call(target, type, listener, options),
          redo: () => {
            original.call(target, type, listener, options)
            add()
          },
          is: (of, kind, what) => of === target && kind === type && what === listener,
        }) // prettier-ignore
      }
      add()
    }
    return wrapper
  })
}

/** Observers of what outlives them. */
function watchObservers(book: Book): void {
  const outlives = createOutlives()
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'] as const) {
    const { prototype } = (Reflect.get(window, name) as { prototype: object } | undefined) ?? {}
    if (prototype === undefined) continue
    wrapped(prototype, 'disconnect', (original) =>
      function (this: { disconnect: () => void }) {
        book.drop(this)
        return original.call(this)
      },
    ) // prettier-ignore
    wrapped(prototype, 'observe', (original) => {
      const wrapper = function (this: { disconnect: () => void }, target: unknown, ...rest: unknown[]): void {
        original.call(this, target, ...rest)
        const key = name === 'PerformanceObserver' || outlives(target) ? callerOf(wrapper) : undefined
        if (key === undefined) return
        const observe = () => original.call(this, target, ...rest) as unknown
        const note = () => book.note(key, this, { undo: () => this.disconnect(), redo: () => (observe(), note()) })
        note()
      }
      return wrapper
    })
  }
}

/** Rules in stylesheets that are not of who adds them. */
function watchRules(book: Book): void {
  wrapped(CSSStyleSheet.prototype, 'insertRule', (original) => {
    const wrapper = function (this: CSSStyleSheet, ...args: unknown[]): number {
      const at = original.apply(this, args) as number
      const key = this.ownerNode === null ? undefined : callerOf(wrapper)
      const rule = this.cssRules[at]
      if (key === undefined || rule === undefined || book.has(key, this.ownerNode)) return at
      const remove = () => [...this.cssRules].includes(rule) && this.deleteRule([...this.cssRules].indexOf(rule))
      book.note(key, rule, { undo: remove })
      return at
    }
    return wrapper
  })
}

const ways = ['appendChild', 'insertBefore', 'replaceChild', 'append', 'prepend', 'replaceChildren', 'insertAdjacentElement', 'insertAdjacentHTML'] // prettier-ignore
const urlOf = (node: Node) =>
  node instanceof HTMLLinkElement ? node.href : node instanceof HTMLScriptElement ? node.src : ''

/** Elements right in head, body and root; those of the bundler's run time are looked after elsewhere. */
function watchElements(book: Book): void {
  for (const parent of [document.head, document.body, document.documentElement]) {
    for (const way of ways) {
      wrapped(parent, way, (original) => {
        const wrapper = (...args: unknown[]): unknown => {
          const key = callerOf(wrapper)
          if (key === undefined) return original.apply(parent, args)
          const before = new Set(parent.childNodes)
          const result: unknown = original.apply(parent, args)
          for (const node of parent.childNodes) {
            if (before.has(node) || /\/r\//.test(urlOf(node))) continue
            const note = () =>
              book.note(key, node, {
                undo: () => node.parentNode?.removeChild(node),
                redo: () => {
                  parent.append(node)
                  note()
                },
              })
            note()
          }
          return result
        }
        return wrapper
      })
    }
  }
}

const attributesOf = (element: Element) => new Map([...element.attributes].map(({ name, value }) => [name, value]))

/** What cannot be watched as it is done: attributes, handlers and names are put back to what they were before. */
function watchRest(book: Book) {
  const elements = [document.body, document.documentElement]
  const attributes = new Map(elements.map((element) => [element, attributesOf(element)]))
  const names = new Set(Object.getOwnPropertyNames(window))
  const sheets = new Set(document.adoptedStyleSheets ?? [])
  const builtins = watchBuiltins()
  let owner: Key | undefined
  const nameGlobals = () => {
    for (const { undo, redo } of builtins.changes()) if (owner !== undefined) noteChange(owner, undo, redo)
    for (const name of Object.getOwnPropertyNames(window)) {
      if (names.has(name)) continue
      names.add(name)
      if (owner === undefined || ofBuild.test(name) || ofPlatform.has(name)) continue
      const value: unknown = Reflect.get(window, name)
      const note = (key: Key) =>
        book.note(key, `g${name}`, {
          undo: () => {
            names.delete(name)
            if (!Reflect.deleteProperty(window, name)) Reflect.set(window, name, undefined)
          },
          redo: () => {
            names.add(name)
            Reflect.set(window, name, value)
            note(key)
          },
        })
      note(owner)
    }
  }
  const noteChange = (key: Key, undo: () => void, redo: () => void) => {
    book.note(key, {}, { undo, redo: () => (redo(), noteChange(key, undo, redo)) })
  }
  const putBack = () => {
    for (const [element, before] of attributes) {
      for (const name of attributesOf(element).keys())
        if (!before.has(name) && !(ofShell.has(name) && element !== document.body)) element.removeAttribute(name)
      for (const [name, value] of before)
        if (!ofShell.has(name) && element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
    for (const target of [window, document, document.body]) {
      // oxlint-disable-next-line typescript/no-for-in-array -- handlers are inherited properties of it
      for (const name in target)
        if (/^on[a-z]/.test(name) && typeof Reflect.get(target, name) === 'function') Reflect.set(target, name, null)
    }
    if (document.adoptedStyleSheets?.some((sheet) => !sheets.has(sheet)))
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheets.has(sheet))
  }
  return {
    /** From now on new names are of this release. */
    belongTo(key: Key) {
      nameGlobals()
      owner = key
    },
    nameGlobals,
    putBack,
  }
}

/** Begins to watch; before the first remote is loaded, once for the page. */
export function watchTraces(): Traces {
  const book = new Book()
  watchTimers(book)
  watchListeners(book)
  watchObservers(book)
  watchElements(book)
  watchRules(book)
  const rest = watchRest(book)
  return {
    loading(key) {
      rest.belongTo(key)
      const over = book.loading(key)
      return () => {
        rest.nameGlobals()
        over()
      }
    },
    awaited: (key) => book.await(key),
    shown(key) {
      rest.belongTo(key)
      book.restore(key)
    },
    left(key) {
      rest.nameGlobals()
      book.sweep(key)
      rest.putBack()
    },
    forget: (key) => book.forget(key),
  }
}

import type { Book } from './book.ts'
import { type Any, callerOf, wrapped } from './wrapped.ts'

/** Event targets that exist once per page, beside its elements. */
const singles = (): unknown[] => [window, document, window.visualViewport, window.screen?.orientation, document.fonts, navigator.serviceWorker, Reflect.get(navigator, 'connection')] // prettier-ignore

/** Whether a target outlives the page of a remote: a browser object, or an element outside the remotes' containers. */
function createOutlives(): (target: unknown) => boolean {
  const all = new Set(singles())
  return (target) => {
    if (all.has(target)) return true
    if (typeof MediaQueryList === 'function' && target instanceof MediaQueryList) return true
    return target instanceof Element && target.isConnected && target.closest('[data-remote]') === null
  }
}

export function watchListeners(book: Book): void {
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

/** Watches observers whose targets outlive the page of a remote. */
export function watchObservers(book: Book): void {
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

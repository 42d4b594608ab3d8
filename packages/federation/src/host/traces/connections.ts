import type { Book } from './book.ts'
import { type Any, callerOf, wrapped } from './wrapped.ts'

/** Objects that stay active without references from a page, and the method that ends each. */
const ends = {
  WebSocket: 'close',
  EventSource: 'close',
  BroadcastChannel: 'close',
  RTCPeerConnection: 'close',
  WebTransport: 'close',
  AudioContext: 'close',
  Worker: 'terminate',
} as const

/** Calls `made` for each object that a remote's code makes by this constructor of the window. */
function watchMade(name: string, made: (key: string, object: object) => void): void {
  const original: unknown = Reflect.get(window, name)
  if (typeof original !== 'function') return
  const construct = (target: Any, args: unknown[], newTarget: Any): object => {
    const object = Reflect.construct(target, args, newTarget) as object
    const key = callerOf(construct)
    if (key !== undefined) made(key, object)
    return object
  }
  const value = new Proxy(original as Any, { construct })
  Reflect.defineProperty(window, name, { value, configurable: true, writable: true })
}

/** A remote's service worker would outlive its page, its release and the tab. */
function watchServiceWorkers(book: Book): void {
  const { prototype } = (Reflect.get(window, 'ServiceWorkerContainer') as { prototype: object } | undefined) ?? {}
  if (prototype === undefined) return
  wrapped(prototype, 'register', (original) => {
    const wrapper = function (this: unknown, ...args: unknown[]) {
      const registering = original.apply(this, args) as Promise<ServiceWorkerRegistration>
      const key = callerOf(wrapper)
      const undo = () => void registering.then((one) => one.unregister()).catch(() => undefined)
      if (key !== undefined) book.note(key, registering, { undo, isSpent: true })
      return registering
    }
    return wrapper
  })
}

/** Sockets, event streams, channels, workers: they are closed, and only the code that opened them can reopen them. */
export function watchConnections(book: Book): void {
  for (const [name, end] of Object.entries(ends)) {
    const { prototype } = (Reflect.get(window, name) as { prototype: object } | undefined) ?? {}
    if (prototype === undefined) continue
    wrapped(prototype, end, (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        book.drop(this)
        return original.apply(this, args)
      },
    ) // prettier-ignore
    watchMade(name, (key, made) => book.note(key, made, { undo: () => void (Reflect.get(made, end) as Any).call(made), isSpent: true })) // prettier-ignore
  }
  watchMade('SharedWorker', (key, made) => book.note(key, made, { undo: () => (made as SharedWorker).port.close(), isSpent: true })) // prettier-ignore
  watchServiceWorkers(book)
}

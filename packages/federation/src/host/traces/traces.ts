import { Book, type Key } from './book.ts'
import { watchConnections } from './connections.ts'
import { watchCustomElements } from './custom-elements.ts'
import { watchElements, watchRules } from './elements.ts'
import { watchListeners, watchObservers } from './listeners.ts'
import { watchRest } from './rest.ts'
import { watchTimers } from './timers.ts'

/** What remotes add to document, body and window at run time, and their running activities, by release. */
export interface Traces {
  /** Call before its modules are evaluated, and the returned function after: such additions are made only once. */
  loading: (key: Key) => () => void
  /** Call when it is about to be on screen. */
  awaited: (key: Key) => void
  /** Call when it is on screen: restores what its modules added while loading. */
  shown: (key: Key) => void
  /**
   * Call when it is left: removes its additions, also later ones until it is awaited again. Returns whether its modules
   * must be loaded anew, because connections that they opened were closed.
   */
  left: (key: Key) => boolean
  /** Call when its modules are dropped. */
  forget: (key: Key) => void
}

/** Starts the watch. Call it once per page, before the first remote is loaded. */
export function watchTraces(): Traces {
  const book = new Book()
  watchTimers(book)
  watchListeners(book)
  watchObservers(book)
  watchElements(book)
  watchRules(book)
  watchConnections(book)
  watchCustomElements(book)
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
      // New names belong to this release, whenever they are found: so the search is skipped while a person waits.
      if (!rest.isOf(key)) rest.belongTo(key)
      book.restore(key)
    },
    left(key) {
      rest.nameGlobals()
      const isSpent = book.sweep(key)
      rest.putBack()
      return isSpent
    },
    forget: (key) => book.forget(key),
  }
}

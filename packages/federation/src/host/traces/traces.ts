import { Book, type Key } from './book.ts'
import { watchConnections } from './connections.ts'
import { watchCustomElements } from './custom-elements.ts'
import { watchElements, watchRules } from './elements.ts'
import { watchListeners, watchObservers } from './listeners.ts'
import { watchRest } from './rest.ts'
import { watchTimers } from './timers.ts'

/** What remotes add at run time to document, body and window, and what they have going on, by who did. */
export interface Traces {
  /** Code of it is being evaluated, until the returned call: what it adds there it adds only once. */
  loading: (key: Key) => () => void
  /** It is about to be on screen. */
  awaited: (key: Key) => void
  /** It is on screen: what its modules added when they were loaded is put back. */
  shown: (key: Key) => void
  /**
   * It is left: what it added is taken away, and so is what it adds until it is awaited again. Whether its modules have to be
   * loaded anew for what they had opened.
   */
  left: (key: Key) => boolean
  /** Its modules are dropped. */
  forget: (key: Key) => void
}

/** Begins to watch; before the first remote is loaded, once for the page. */
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
      // What is new is of the same release, whether it is looked for now or later, and a person waits now.
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

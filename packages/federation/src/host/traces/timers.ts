import type { Book } from './book.ts'
import { type Any, callerOf, wrapped } from './wrapped.ts'

const timers = [
  ['setTimeout', 'clearTimeout', 't'],
  ['setInterval', 'clearInterval', 't'],
  ['requestAnimationFrame', 'cancelAnimationFrame', 'f'],
  ['requestIdleCallback', 'cancelIdleCallback', 'i'],
] as const

export function watchTimers(book: Book): void {
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

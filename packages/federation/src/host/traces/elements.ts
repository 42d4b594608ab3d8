import type { Book } from './book.ts'
import { callerOf, wrapped } from './wrapped.ts'

/** Watches rules that a remote inserts into stylesheets that it did not add itself. */
export function watchRules(book: Book): void {
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

/** Watches direct children of head, body and root. Elements of the bundler's runtime (URLs with /r/) are left out. */
export function watchElements(book: Book): void {
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

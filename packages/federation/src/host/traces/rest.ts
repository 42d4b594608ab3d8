import type { Book, Key } from './book.ts'
import { watchBuiltins } from './builtins.ts'

/** Globals of the federation runtime and the bundlers. */
const ofBuild = /^(rspack(Chunk|HotUpdate)|__)|_\d+_\d+_\d+_[0-9a-f]{12}$|^\d+$/
/** Standard names of current browsers; older browsers get a polyfill, which belongs to no remote. */
const ofPlatform = new Set(['Temporal'])
/** Attributes of the root element that the shell sets. */
const ofShell = new Set(['lang', 'dir', 'data-theme', 'data-layout'])
const attributesOf = (element: Element) => new Map([...element.attributes].map(({ name, value }) => [name, value]))

/** Attributes, handlers and globals, whose changes cannot be intercepted: they are compared and restored. */
export function watchRest(book: Book) {
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
    /** From now on new names belong to this release. */
    belongTo(key: Key) {
      nameGlobals()
      owner = key
    },
    isOf: (key: Key) => owner === key,
    nameGlobals,
    putBack,
  }
}

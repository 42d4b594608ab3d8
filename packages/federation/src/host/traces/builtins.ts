/** Something of the browser that was put in the place of what it had, or added to it. */
interface Change {
  undo: () => void
  redo: () => void
}

type Holder = object
type Names = Map<PropertyKey, PropertyDescriptor>

/** What a browser of today has by itself, and one without is given for all. */
const ofPlatform = new Set<PropertyKey>(['toTemporalInstant'])

const constructors = 'Object Function Array String Number Date Promise Map Set RegExp Error EventTarget Node Element HTMLElement Document History Storage Headers Request Response XMLHttpRequest' // prettier-ignore

/** What a document has of them: one that no browser drew may lack some. */
const constructorsOf = (holder: Window & Partial<Record<string, unknown>>) =>
  constructors.split(' ').flatMap((name) => holder[name] ?? []) as { prototype: Holder }[]

/** Of which new names are told, too; what is new in window is looked after elsewhere. */
const closed = (): Holder[] => [console, JSON, Math, history, navigator, ...constructorsOf(window as never).flatMap((one) => [one, one.prototype])] // prettier-ignore

function namesOf(holder: Holder): Names {
  const names = Reflect.ownKeys(holder).map((name) => [name, Reflect.getOwnPropertyDescriptor(holder, name)] as const)
  return new Map(names.flatMap(([name, about]) => (about === undefined ? [] : [[name, about]])))
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined) =>
  a?.value === b?.value && a?.get === b?.get && a?.set === b?.set

/** Functions of the window; other values change as a page lives. */
const functionsOf = (holder: Holder): Names =>
  new Map([...namesOf(holder)].filter(([, { value }]) => typeof value === 'function'))

/** Functions and names that all scripts of the page have from the browser; `changes` since it was asked last. */
export function watchBuiltins(): { changes: () => Change[] } {
  const known = new Map<Holder, Names>(closed().map((holder) => [holder, namesOf(holder)]))
  known.set(window, functionsOf(window))

  function put(holder: Holder, name: PropertyKey, about: PropertyDescriptor | undefined): void {
    if (about === undefined) {
      Reflect.deleteProperty(holder, name)
      known.get(holder)?.delete(name)
    } else if (Reflect.defineProperty(holder, name, about)) known.get(holder)?.set(name, about)
  }

  function changeOf(holder: Holder, names: Names, name: PropertyKey): Change[] {
    const before = names.get(name)
    // Most of what is asked for: a function that stands where it stood, without a description made of it.
    if (typeof before?.value === 'function' && Reflect.get(holder, name) === before.value) return []
    const after = Reflect.getOwnPropertyDescriptor(holder, name)
    if (isSame(before, after) || ofPlatform.has(name)) return []
    if (after === undefined) names.delete(name)
    else names.set(name, after)
    const undo = () => isSame(Reflect.getOwnPropertyDescriptor(holder, name), after) && put(holder, name, before)
    return [{ undo, redo: () => put(holder, name, after) }]
  }

  function changesOf(holder: Holder, names: Names): Change[] {
    const added = holder === window ? [] : Reflect.ownKeys(holder).filter((name) => !names.has(name))
    return [...names.keys(), ...added].flatMap((name) => changeOf(holder, names, name))
  }

  return { changes: () => [...known].flatMap(([holder, names]) => changesOf(holder, names)) }
}

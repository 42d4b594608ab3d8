/** A replaced or added property of a browser object. */
interface Change {
  undo: () => void
  redo: () => void
}

type Holder = object
type Names = Map<PropertyKey, PropertyDescriptor>

/** Standard names of current browsers; older browsers get a polyfill, which belongs to no remote. */
const ofPlatform = new Set<PropertyKey>(['toTemporalInstant'])

const constructors = 'Object Function Array String Number Date Promise Map Set RegExp Error EventTarget Node Element HTMLElement Document History Storage Headers Request Response XMLHttpRequest' // prettier-ignore

/** The constructors that exist in the window: a simulated browser may lack some. */
const constructorsOf = (holder: Window & Partial<Record<string, unknown>>) =>
  constructors.split(' ').flatMap((name) => holder[name] ?? []) as { prototype: Holder }[]

/** Objects whose new names count as changes too; new names of window are handled elsewhere. */
const closed = (): Holder[] => [console, JSON, Math, history, navigator, ...constructorsOf(window as never).flatMap((one) => [one, one.prototype])] // prettier-ignore

function namesOf(holder: Holder): Names {
  const names = Reflect.ownKeys(holder).map((name) => [name, Reflect.getOwnPropertyDescriptor(holder, name)] as const)
  return new Map(names.flatMap(([name, about]) => (about === undefined ? [] : [[name, about]])))
}

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined) =>
  a?.value === b?.value && a?.get === b?.get && a?.set === b?.set

/** Functions of the window; its other values change in normal use. */
const functionsOf = (holder: Holder): Names =>
  new Map([...namesOf(holder)].filter(([, { value }]) => typeof value === 'function'))

/** Watches functions and names of the browser that all scripts share. `changes`: since the last call. */
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
    // Fast path: most properties are unchanged functions, which need no property descriptor.
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

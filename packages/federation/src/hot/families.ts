/**
 * The versions of one component while its source is edited. React keeps a component's state for as long as its type is
 * the same: pages are given a stand-in of a family, which calls the latest version. It needs no React that was built for
 * development, and so works in a portal as people have it.
 */
export interface Family {
  /** The latest version: a function, or what memo or forwardRef made of one. */
  current: unknown
  signature: string
  /** Grows when its state cannot be kept: it uses other hooks. */
  epoch: number
  /** Set by whoever renders it. */
  standIn?: unknown
}

/** What the compiler says of the hooks that a function calls. */
interface Signature {
  key: string
  isReset: boolean
  hooks: () => unknown[]
}

const families = new Map<string, Family>()
const familyByType = new WeakMap<object, Family>()
const signatures = new WeakMap<object, Signature>()
const listeners = new Set<() => void>()
let turn = 0
let isPlanned = false

const isType = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** What memo or forwardRef made a component of, by the fields that React's versions agree in; else the type itself. */
export function unwrapped(type: unknown): unknown {
  if (typeof type !== 'object' || type === null) return type
  if ('type' in type) return unwrapped(type.type)
  return 'render' in type ? type.render : type
}

/** Hooks of a component, those of its own hooks included; undefined where state must not be kept. */
function signatureOf(type: object): string | undefined {
  const known = signatures.get(type)
  if (known === undefined) return ''
  if (known.isReset) return undefined
  const parts = known.hooks().map((hook) => (isType(hook) ? signatureOf(hook) : undefined))
  return parts.includes(undefined) ? undefined : [known.key, ...parts].join('\n')
}

/** Tells once that versions changed, after all modules of an update have run. */
function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    turn += 1
    for (const listener of listeners) listener()
  })
}

/** What the compiler calls `$RefreshReg$`: a component of a module, by its name. */
export function register(id: string, type: unknown): void {
  if (!isType(type)) return
  const inner = unwrapped(type)
  const signature = isType(inner) ? signatureOf(inner) : ''
  const known = families.get(id)
  if (known === undefined) {
    const family = { current: type, signature: signature ?? '', epoch: 0 }
    families.set(id, family)
    familyByType.set(type, family)
    return
  }
  if (known.current === type) return
  if (signature === undefined || signature !== known.signature) known.epoch += 1
  known.current = type
  known.signature = signature ?? ''
  familyByType.set(type, known)
  plan()
}

/** What the compiler calls `$RefreshSig$`: within a function nothing, after it the hooks that it calls. */
export function sign() {
  return (type?: unknown, key = '', isReset = false, hooks: () => unknown[] = () => []): unknown => {
    if (isType(type)) signatures.set(type, { key, isReset, hooks })
    return type
  }
}

export const familyOf = (type: unknown): Family | undefined => (isType(type) ? familyByType.get(type) : undefined)

export const currentTurn = (): number => turn

/** Calls after each update; returns the undo. */
export function onTurn(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

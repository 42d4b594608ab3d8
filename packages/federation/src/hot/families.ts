/**
 * The versions of one component while its source is edited. React keeps the state of a component while its type stays
 * the same: pages get a stand-in per family, which calls the latest version. This needs no development build of React,
 * so it works in a released portal.
 */
export interface Family {
  /** The latest version: a function, or the result of memo or forwardRef. */
  current: unknown
  signature: string
  /** Grows when the state cannot be kept, because the hooks changed. */
  epoch: number
  /** Created at the first rendering. */
  standIn?: unknown
}

/** What the compiler reports about the hooks of a function. */
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

/** The component inside memo or forwardRef, by fields that all React versions share; else the type itself. */
export function unwrapped(type: unknown): unknown {
  if (typeof type !== 'object' || type === null) return type
  if ('type' in type) return unwrapped(type.type)
  return 'render' in type ? type.render : type
}

/** Signature of the hooks of a component, including nested hooks; undefined if state must not be kept. */
function signatureOf(type: object): string | undefined {
  const known = signatures.get(type)
  if (known === undefined) return ''
  if (known.isReset) return undefined
  const parts = known.hooks().map((hook) => (isType(hook) ? signatureOf(hook) : undefined))
  return parts.includes(undefined) ? undefined : [known.key, ...parts].join('\n')
}

/** Notifies the listeners once, after all modules of an update have run. */
function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    turn += 1
    for (const listener of listeners) listener()
  })
}

/** `$RefreshReg$` of the compiler: registers a component under its module and name. */
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

/** `$RefreshSig$` of the compiler: notes the hooks of a function; calls inside the function do nothing. */
export function sign() {
  return (type?: unknown, key = '', isReset = false, hooks: () => unknown[] = () => []): unknown => {
    if (isType(type)) signatures.set(type, { key, isReset, hooks })
    return type
  }
}

export const familyOf = (type: unknown): Family | undefined => (isType(type) ? familyByType.get(type) : undefined)

export const currentTurn = (): number => turn

/** Calls the listener after each update; returns how to remove it. */
export function onTurn(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

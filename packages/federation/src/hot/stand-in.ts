import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'
import { currentTurn, type Family, familyOf, onTurn } from './families.ts'
import { noteFault } from './fault.ts'

type Props = Record<string, unknown>
type Render = (props: Props, ref?: unknown) => ReactNode

/** What memo, forwardRef and lazy make, by the fields that React's versions agree in. */
interface Wrapped {
  type?: unknown
  render?: Render
  _init?: (payload: unknown) => unknown
  _payload?: unknown
}

/** Whether it is React's own way to wait: a promise, or what `use` throws. */
const isWaiting = (error: unknown) =>
  (typeof error === 'object' && error !== null && 'then' in error) ||
  (error instanceof Error && /Suspense Exception|error #460|errors\/460/.test(error.message))

/**
 * Renders the latest version. Where that throws it waits for the next one, as for data: what is on screen is hidden and
 * keeps its state, which an error would take away.
 */
function renderLatest({ current }: Family, props: Props): ReactNode {
  const { type, render } = current as Wrapped
  if (typeof current === 'object' && type !== undefined) return createElement(standInOf(type) as ComponentType, props)
  try {
    return typeof current === 'function' ? (current as Render)(props) : render?.(props, props['ref'])
  } catch (error) {
    if (isWaiting(error)) throw error
    throw noteFault(error)
  }
}

function makeStandIn(family: Family): ComponentType<Props> {
  const Latest = (props: Props) => renderLatest(family, props)
  return function StandIn(props: Props) {
    useSyncExternalStore(onTurn, currentTurn)
    return createElement(Latest, { ...props, key: family.epoch })
  }
}

const lazies = new WeakMap<object, ComponentType<Props>>()

/** `lazy(() => import('./part.tsx'))` hands out the version that it met first. */
function lazyStandIn(lazy: Wrapped): ComponentType<Props> {
  const known = lazies.get(lazy)
  if (known !== undefined) return known
  const made = (props: Props) => createElement(standInOf(lazy._init?.(lazy._payload)) as ComponentType, props)
  lazies.set(lazy, made)
  return made
}

const isClass = (type: unknown) => typeof type === 'function' && Reflect.has(type.prototype ?? {}, 'isReactComponent')

/** What is rendered in place of a type: itself, where it is of no module that is edited. */
export function standInOf(type: unknown): unknown {
  if (typeof type === 'object' && type !== null && '_init' in type) return lazyStandIn(type as Wrapped)
  const family = familyOf(type)
  if (family === undefined || isClass(family.current)) return type
  family.standIn ??= makeStandIn(family)
  return family.standIn
}

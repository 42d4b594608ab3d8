import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'
import { currentTurn, type Family, familyOf, onTurn, unwrapped } from './families.ts'
import { noteFault } from './fault.ts'

type Props = Record<string, unknown>
type Render = (props: Props, ref?: unknown) => ReactNode

/** Whether React throws it to suspend: a promise, or the exception of `use`. */
const isWaiting = (error: unknown) =>
  (typeof error === 'object' && error !== null && 'then' in error) ||
  (error instanceof Error && /Suspense Exception|error #460|errors\/460/.test(error.message))

type Lazy = { _init: (payload: unknown) => unknown; _payload: unknown }

const isLazy = (type: unknown): type is Lazy => typeof type === 'object' && type !== null && '_init' in type

/**
 * Renders the latest version. If it throws, the component suspends until the next version: React hides the content and
 * keeps its state, which an error boundary would discard.
 */
function renderLatest({ current }: Family, props: Props): ReactNode {
  const inner = unwrapped(current)
  if (inner !== current && familyOf(inner) !== undefined) return createElement(standInOf(inner) as ComponentType, props)
  try {
    if (isLazy(inner)) return createElement(standInOf(inner._init(inner._payload)) as ComponentType, props)
    return (inner as Render)(props, props['ref'])
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

const isClass = (type: unknown) => typeof type === 'function' && Reflect.has(type.prototype ?? {}, 'isReactComponent')

/** The type to render in place of a type; the type itself if its module is not edited, or if it is a class. */
export function standInOf(type: unknown): unknown {
  const family = familyOf(type)
  if (family === undefined || isClass(family.current)) return type
  family.standIn ??= makeStandIn(family)
  return family.standIn
}

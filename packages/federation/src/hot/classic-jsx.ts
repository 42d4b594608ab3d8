import { createElement as elementOf, type ElementType, type ReactElement, type ReactNode } from 'react'
import { standInOf } from './stand-in.ts'

/** As `jsxDEV`; the compiler calls it where a key follows spread properties. */
export function createElement(type: ElementType, props: object | null, ...children: ReactNode[]): ReactElement {
  return elementOf(standInOf(type) as ElementType, props, ...children)
}

/** JSX runtime of a remote on a development server: elements of edited components are made from their stand-ins. */
import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { standInOf } from './stand-in.ts'

export { Fragment }

export function jsxDEV(type: ElementType, props: object, key?: Key, isStatic?: boolean): ReactElement {
  return (isStatic === true ? jsxs : jsx)(standInOf(type) as ElementType, props, key)
}

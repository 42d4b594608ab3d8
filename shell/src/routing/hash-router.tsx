import { type ComponentProps, type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import {
  Router,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
} from 'react-router-dom'
import type { HashNavigation } from './hash-navigation.ts'

type RouterValue = ComponentProps<typeof RouterContext>['value']
type RouterStateValue = ComponentProps<typeof RouterStateContext>['value']

/** Provides the address after `#` to the router's hooks and links. */
export function HashRouter({ navigation, children }: { navigation: HashNavigation; children: ReactNode }) {
  const [{ location, action, blockers }, setState] = useState(navigation.state)
  useLayoutEffect(() => {
    // A transition: the old page stays until the next one no longer suspends.
    const follow = () => startTransition(() => setState(navigation.state()))
    follow()
    return navigation.subscribe(follow)
  }, [navigation])
  // `useBlocker` uses only these parts of the data router that these contexts are made for.
  const router = useMemo(() => ({ router: navigation, navigator: navigation, static: false, basename: '/' }) as unknown as RouterValue, [navigation]) // prettier-ignore
  const state = useMemo(() => ({ blockers }) as unknown as RouterStateValue, [blockers])
  return (
    <RouterContext value={router}>
      <RouterStateContext value={state}>
        <Router location={location} navigationType={action as never} navigator={navigation} useTransitions={false}>
          {children}
        </Router>
      </RouterStateContext>
    </RouterContext>
  )
}

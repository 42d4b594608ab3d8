import { type ComponentProps, type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import {
  Router,
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
} from 'react-router-dom'
import type { HashNavigation } from './hash-navigation.ts'

type RouterValue = ComponentProps<typeof RouterContext>['value']
type RouterStateValue = ComponentProps<typeof RouterStateContext>['value']

/** The address behind `#` for the router's hooks and links. */
export function HashRouter({ navigation, children }: { navigation: HashNavigation; children: ReactNode }) {
  const [{ location, action, blockers }, setState] = useState(navigation.state)
  useLayoutEffect(() => {
    // A page that is left stays until what the next one suspends for is there.
    const follow = () => startTransition(() => setState(navigation.state()))
    follow()
    return navigation.subscribe(follow)
  }, [navigation])
  // Of the router that these contexts are made for, `useBlocker` asks for these parts alone.
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

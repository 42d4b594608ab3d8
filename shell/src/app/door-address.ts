import { doorPaths, paths } from '@helioport/contract'

const pathOf = (hash: string) => hash.slice(1).split('?')[0] ?? ''

/** Whether the address is that of the sign-in page. */
export const isDoorOpen = (): boolean => pathOf(location.hash) === paths.login()

/**
 * Whether a visitor who is not signed in goes to the sign-in page without a return path. If so, sets that page's
 * address.
 */
export function enterDoor(): boolean {
  if (isDoorOpen()) return true
  if (!doorPaths.includes(pathOf(location.hash))) return false
  history.replaceState(history.state, '', `#${paths.login()}`)
  return true
}

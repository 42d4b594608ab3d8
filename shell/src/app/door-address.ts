import { doorPaths, paths } from '@helioport/contract'

const pathOf = (hash: string) => hash.slice(1).split('?')[0] ?? ''

/** Whether the address is that of the sign-in page. */
export const isDoorOpen = (): boolean => pathOf(location.hash) === paths.login()

/** Whether the address leads who is not signed in to the sign-in page without a way back; then it becomes that page's. */
export function enterDoor(): boolean {
  if (isDoorOpen()) return true
  if (!doorPaths.includes(pathOf(location.hash))) return false
  history.replaceState(history.state, '', `#${paths.login()}`)
  return true
}

import { useEffect } from 'react'

/** What the router's `useBlocker` answers. */
interface Blocker {
  state: 'unblocked' | 'blocked' | 'proceeding'
  reset?: (() => void) | undefined
  proceed?: (() => void) | undefined
}

export interface LeaveGuard {
  /** A person is about to leave: show a question. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved input is lost: on reload and closing of the tab through the browser, on links, back and forward
 * through the router's blocker.
 */
export function useLeaveGuard(isDirty: boolean, blocker: Blocker): LeaveGuard {
  useEffect(() => {
    if (!isDirty) return
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [isDirty])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}

import { useEffect } from 'react'

/** Result of the router's `useBlocker`. */
interface Blocker {
  state: 'unblocked' | 'blocked' | 'proceeding'
  reset?: (() => void) | undefined
  proceed?: (() => void) | undefined
}

export interface LeaveGuard {
  /** The person is about to leave: show a question. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Asks before unsaved input is lost: through the browser on reload and when the tab is closed, through the router's
 * blocker on links, back and forward.
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

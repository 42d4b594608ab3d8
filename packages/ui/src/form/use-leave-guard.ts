import { useEffect } from 'react'

/** What the router's `useBlocker` answers. */
interface Blocker {
  state: 'unblocked' | 'blocked' | 'proceeding'
  reset?: (() => void) | undefined
  proceed?: (() => void) | undefined
}

export interface LeaveGuard {
  /** A person wants to go elsewhere: ask. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Holds a person back from losing what is not saved: reload and closing the tab by itself, links, back and forward by
 * the router's blocker.
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

import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useHold } from '@helioport/federation/remote'

export interface LeaveGuard {
  /** A person wants to go elsewhere: ask. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Holds a person back from losing what is not saved: links, back, forward, reload and closing the tab. A new release
 * of this remote waits as long, too.
 */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  useHold(isDirty)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )

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

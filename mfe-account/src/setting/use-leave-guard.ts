import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router-dom'

export interface LeaveGuard {
  /** A person wants to go elsewhere: ask. */
  isAsking: boolean
  stay: () => void
  leave: () => void
}

/** The place within the portal that a plain click on this element leads to. */
function placeOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const href = link?.getAttribute('href')
  return href?.startsWith('#/') && link?.getAttribute('target') !== '_blank' ? href.slice(1) : undefined
}

/** Holds a person back from losing what is not saved: links, back, forward, reload and closing the tab. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const navigate = useNavigate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    // The router cannot hold back a step that the browser has made by itself, so plain links go through it.
    const follow = (event: MouseEvent) => {
      const place = placeOf(event)
      if (place === undefined) return
      event.preventDefault()
      void navigate(place)
    }
    window.addEventListener('beforeunload', keep)
    document.addEventListener('click', follow, true)
    return () => {
      window.removeEventListener('beforeunload', keep)
      document.removeEventListener('click', follow, true)
    }
  }, [isDirty, navigate])

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}

import { useBlocker } from 'react-router-dom'
import { useHold } from '@helioport/federation/remote'
import { useLeaveGuard as useGuard } from '@helioport/ui/form'

/** Asks before unsaved input is left, and meanwhile holds back a new release of this remote. */
export function useLeaveGuard(isDirty: boolean) {
  useHold(isDirty)
  return useGuard(
    isDirty,
    useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname),
  )
}

import { useBlocker } from 'react-router-dom'
import { useHold } from '@helioport/federation/remote'
import { useLeaveGuard as useGuard } from '@helioport/ui/form'

/** Holds a person back from losing what is not saved; a new release of this remote waits as long, too. */
export function useLeaveGuard(isDirty: boolean) {
  useHold(isDirty)
  return useGuard(
    isDirty,
    useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname),
  )
}

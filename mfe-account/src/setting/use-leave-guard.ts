import { useBlocker } from 'react-router-dom'
import { useLeaveGuard as useGuard } from '@helioport/ui/form'

/** Holds a person back from losing settings that are not saved. */
export const useLeaveGuard = (isDirty: boolean) =>
  useGuard(
    isDirty,
    useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname),
  )

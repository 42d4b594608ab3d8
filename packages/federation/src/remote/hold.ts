import { useEffect } from 'react'
import { ownRelease } from './own-release.ts'

/** The host's interface for remotes, as a global: host and remotes share no module. */
interface HostDoor {
  hold: (release: string) => () => void
}

function door(): HostDoor | undefined {
  return Reflect.get(globalThis, Symbol.for('helioport.host')) as HostDoor | undefined
}

/**
 * While `isDirty`, an update of this remote waits: the current page stays, with the person's input, and the header
 * offers the update to the person. Otherwise a page is replaced at its next navigation.
 */
export function useHold(isDirty: boolean): void {
  useEffect(() => (isDirty ? door()?.hold(ownRelease) : undefined), [isDirty])
}

import { useEffect } from 'react'
import { ownRelease } from './own-release.ts'

/** Where the host lets remotes in; they share no module with it. */
interface HostDoor {
  hold: (release: string) => () => void
}

function door(): HostDoor | undefined {
  return Reflect.get(globalThis, Symbol.for('helioport.host')) as HostDoor | undefined
}

/**
 * While `isDirty`, an update of this remote waits: the page that is shown stays, with what was typed into it, and the
 * header offers the update to the person. Without it a page is exchanged at its next navigation.
 */
export function useHold(isDirty: boolean): void {
  useEffect(() => (isDirty ? door()?.hold(ownRelease) : undefined), [isDirty])
}

import { noAccessState, type Session } from '@helioport/contract'
import type { AccessName } from '@helioport/contract/remote'

/** The access flags of the signed-in person (specification, section 4). */
export type AccessFlags = Record<AccessName, boolean>

/** `canSeeAdmin` holds unless the initial state is named `dontHaveAccess`. */
export function accessFlagsOf(session: Session | undefined, isLogin: boolean): AccessFlags {
  return {
    isLogin,
    canSeeAdmin: session?.stateName !== noAccessState,
    isMainAccount: (session?.mainAccountId ?? null) === null,
  }
}

/** A route without an access name is open. A route with one is open only if its flag is set. */
export function grants(accessName: string | undefined, flags: AccessFlags): boolean {
  if (accessName === undefined) return true
  return Object.entries(flags).some(([name, set]) => name === accessName && set)
}

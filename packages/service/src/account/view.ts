import { deleteOwnSession, findSessionEnd, findViewable, insertSession } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { changeToken } from './session.ts'

/**
 * Opens a read-only session in which the caller sees the portal as one of its sub-accounts, or as an account that it
 * shares stations with. The view shows the caller's own stations and no private data of the other account. It ends
 * with the session from which it was opened.
 * @throws Problem notFound: the account is neither a sub-account nor in an active share
 */
export async function openView(service: Service, viewer: SignedIn, accountId: string) {
  const now = service.now()
  if (!(await findViewable(service.db.read, viewer.accountId, accountId, now))) throw new Problem('notFound')
  const token = newSecret()
  const expiresAt = await service.db.transaction(async (tx) => {
    const end = await findSessionEnd(tx, viewer.sessionId)
    const tokenHash = hashSecret(token)
    const session = { tokenHash, accountId, userAgent: '', now, expiresAt: end, viewerSessionId: viewer.sessionId }
    await insertSession(tx, session)
    return end
  })
  return { token, expiresAt }
}

/** Ends a view and gives the viewer's session another token. @throws Problem conflict: the session is not a view */
export async function leaveView(service: Service, { accountId, sessionId, view }: SignedIn) {
  if (!view) throw new Problem('conflict')
  return service.db.transaction(async (tx) => {
    await deleteOwnSession(tx, accountId, sessionId)
    return changeToken(tx, { sessionId: view.viewerSessionId })
  })
}

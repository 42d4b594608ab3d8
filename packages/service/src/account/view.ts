import { deleteOwnSession, findSessionEnd, findViewable, insertSession } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { changeToken } from './session.ts'

/**
 * Opens a session in which the caller sees the portal as one of its sub-accounts, or as an account that it shares
 * stations with: what lies at the caller's own stations, and nothing that is the other person's alone. Nothing can be
 * written in it, and it ends with the session that it was opened from.
 * @throws Problem notFound: neither a sub-account nor in a share that counts now
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

/** Back to the session that the view was opened from, which gets another token. @throws Problem conflict: it is no view */
export async function leaveView(service: Service, { accountId, sessionId, view }: SignedIn) {
  if (!view) throw new Problem('conflict')
  return service.db.transaction(async (tx) => {
    await deleteOwnSession(tx, accountId, sessionId)
    return changeToken(tx, { sessionId: view.viewerSessionId })
  })
}

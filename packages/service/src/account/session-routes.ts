import type { Session } from '@helioport/contract'
import { changePassword } from './new-password.ts'
import { endOtherSessions, endSession, listSessions, prove } from './session.ts'
import { keepPageLocale } from './profile.ts'
import { listSignIns } from './sign-in-log.ts'
import { findSignedIn, signIn, signOut } from './sign-in.ts'
import { leaveView, openView } from './view.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import type { Handlers } from '../http/handler.ts'

export const sessionRoutes = {
  'POST /session': async (service, { body, connection }) => {
    const { token, expiresAt, browser, session } = await signIn(service, body, connection)
    await keepPageLocale(service, session.accountId, connection.language)
    connection.setToken(token, expiresAt)
    if (browser) connection.setBrowser(browser.token, browser.expiresAt)
    return { data: session }
  },
  'GET /session': async (service, { account, connection }) => {
    // In a view the pages have the viewer's language, not the account's.
    if (!account.view) await keepPageLocale(service, account.accountId, connection.language)
    return { data: sessionOf(account) }
  },
  'POST /session/view': async (service, { account, body, connection }) => {
    const { token, expiresAt } = await openView(service, account, body.accountId)
    connection.setToken(token, expiresAt)
    return { data: sessionOf(await requireSignedIn(service, token)) }
  },
  'DELETE /session/view': async (service, { account, connection }) => {
    const { token, expiresAt } = await leaveView(service, account)
    connection.setToken(token, expiresAt)
    return { data: sessionOf(await requireSignedIn(service, token)) }
  },
  'DELETE /session': async (service, { account, connection }) => {
    await signOut(service, account)
    connection.clearToken()
    return { data: null }
  },
  'POST /session/proof': async (service, { account, body, connection }) => {
    const { token, expiresAt, provedUntil } = await prove(service, account, body)
    connection.setToken(token, expiresAt)
    return { data: { provedUntil } }
  },
  'GET /sessions': async (service, { account }) => ({ data: await listSessions(service, account) }),
  'DELETE /sessions/:sessionId': async (service, { account, params }) => {
    await endSession(service, account, params.sessionId)
    return { data: null }
  },
  'DELETE /sessions': async (service, { account }) => ({ data: await endOtherSessions(service, account) }),
  'PUT /account/password': async (service, { account, body, connection }) => {
    const { token, expiresAt } = await changePassword(service, account, body, connection)
    connection.setToken(token, expiresAt)
    return { data: null }
  },
  'GET /sign-ins': async (service, { account, query }) => listSignIns(service, account.accountId, query),
} satisfies Partial<Handlers>

async function requireSignedIn(service: Service, token: string): Promise<SignedIn> {
  const account = await findSignedIn(service, token)
  if (!account) throw new Problem('session.required')
  return account
}

function sessionOf({ view, ...account }: SignedIn): Session {
  const { accountId, userName, nickname, role, stateName, mainAccountId } = account
  const seen = view && { as: view.as, viewerUserName: view.viewerUserName }
  return { accountId, userName, nickname, role, stateName, mainAccountId, view: seen }
}

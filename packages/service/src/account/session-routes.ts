import { changePassword } from './new-password.ts'
import { endOtherSessions, endSession, listSessions, prove } from './session.ts'
import { keepPageLocale } from './profile.ts'
import { listSignIns } from './sign-in-log.ts'
import { signIn, signOut } from './sign-in.ts'
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
    await keepPageLocale(service, account.accountId, connection.language)
    const { tokenHash: _secret, provedAt: _proof, sessionId: _id, key: _key, ...session } = account
    return { data: session }
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

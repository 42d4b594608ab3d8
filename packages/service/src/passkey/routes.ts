import type { Handlers } from '../http/handler.ts'
import { keepPageLocale } from '../account/profile.ts'
import { getSecurity } from '../account/security.ts'
import { addPasskey, beginPasskey, changePasskeyName, listPasskeys, removePasskey, requirePasskey } from './passkeys.ts'
import { askOwnPasskey, askPasskey, proveByPasskey, signInByPasskey } from './use-passkey.ts'

export const passkeyRoutes = {
  'GET /passkeys': async (service, { account }) => ({ data: await listPasskeys(service, account.accountId) }),
  'POST /passkeys/challenge': async (service, { account }) => ({ data: await beginPasskey(service, account) }),
  'POST /passkeys': async (service, { account, body, connection }) => ({
    data: await addPasskey(service, account, body, connection),
  }),
  'PUT /passkeys/:passkeyId': async (service, { account, params, body }) => ({
    data: await changePasskeyName(service, account.accountId, params.passkeyId, body.name),
  }),
  'DELETE /passkeys/:passkeyId': async (service, { account, params, connection }) => {
    await removePasskey(service, account.accountId, params.passkeyId, connection)
    return { data: null }
  },
  'PUT /account/passkey-required': async (service, { account, body, connection }) => {
    await requirePasskey(service, account, body.required, connection)
    return { data: await getSecurity(service, account.accountId) }
  },
  'POST /session/passkey/challenge': async (service, { connection }) => ({
    data: await askPasskey(service, connection.ip),
  }),
  'POST /session/passkey': async (service, { body, connection }) => {
    const { token, expiresAt, browser, session } = await signInByPasskey(service, body, connection)
    await keepPageLocale(service, session.accountId, connection.language)
    connection.setToken(token, expiresAt)
    if (browser) connection.setBrowser(browser.token, browser.expiresAt)
    return { data: session }
  },
  'POST /session/proof/passkey/challenge': async (service, { account }) => ({
    data: await askOwnPasskey(service, account),
  }),
  'POST /session/proof/passkey': async (service, { account, body, connection }) => {
    const { token, expiresAt, provedUntil } = await proveByPasskey(service, account, body)
    connection.setToken(token, expiresAt)
    return { data: { provedUntil } }
  },
} satisfies Partial<Handlers>

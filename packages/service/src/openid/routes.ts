import type { Handlers } from '../http/handler.ts'
import { keepPageLocale } from '../account/profile.ts'
import { relyingPartyOf } from '../passkey/relying-party.ts'
import { getAnswer, listIdentities, signInFromCompany, unlinkIdentity } from './company-sign-in.ts'

export const openidRoutes = {
  'GET /session/ways': async ({ settings }) => ({
    data: {
      passkeyOrigin: relyingPartyOf(settings)?.origin ?? null,
      providers: (settings.openidProviders ?? []).map(({ name, title }) => ({ name, title })),
    },
  }),
  'GET /session/openid': async (service, { connection }) => ({ data: await getAnswer(service, connection.flow) }),
  'POST /session/openid': async (service, { body, connection }) => {
    const { token, expiresAt, browser, session } = await signInFromCompany(service, body, connection)
    await keepPageLocale(service, session.accountId, connection.language)
    connection.clearFlow()
    connection.setToken(token, expiresAt)
    if (browser) connection.setBrowser(browser.token, browser.expiresAt)
    return { data: session }
  },
  'GET /account/openid-identities': async (service, { account }) => ({
    data: await listIdentities(service, account.accountId),
  }),
  'DELETE /account/openid-identities/:openidIdentityId': async (service, { account, params, connection }) => {
    await unlinkIdentity(service, account.accountId, params.openidIdentityId, connection)
    return { data: null }
  },
} satisfies Partial<Handlers>

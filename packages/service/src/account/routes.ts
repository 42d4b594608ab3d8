import { listAccountsHealth, setActive } from './health.ts'
import { getAccount, saveAccount } from './settings.ts'
import {
  clearAccountPicture,
  getAlarmMails,
  getNotifications,
  getProfile,
  saveAlarmMails,
  saveNotifications,
  saveProfile,
  setAccountPicture,
} from './profile.ts'
import {
  askEmailCode,
  askPhoneCode,
  bindEmail,
  bindPhone,
  getSecurity,
  makePrimary,
  unbindEmail,
  unbindPhone,
} from './security.ts'
import { confirmAuthenticator, newRecoveryCodes, removeAuthenticator } from './authenticator.ts'
import { enrolTotp } from './proof/totp.ts'
import type { Handlers } from '../http/handler.ts'

export const accountRoutes = {
  'GET /account/security': async (service, { account }) => ({ data: await getSecurity(service, account.accountId) }),
  'POST /account/emails/code': async (service, { account, body }) => {
    await askEmailCode(service, account.accountId, body.email)
    return { data: null }
  },
  'POST /account/emails': async (service, { account, body, connection }) => ({
    data: await bindEmail(service, account.accountId, body.email, body.code, connection),
  }),
  'PUT /account/emails/:emailId/primary': async (service, { account, params, connection }) => ({
    data: await makePrimary(service, account.accountId, params.emailId, connection),
  }),
  'DELETE /account/emails/:emailId': async (service, { account, params, connection }) => {
    await unbindEmail(service, account.accountId, params.emailId, connection)
    return { data: null }
  },
  'POST /account/phone/code': async (service, { account, body }) => {
    await askPhoneCode(service, account.accountId, body.phone)
    return { data: null }
  },
  'PUT /account/phone': async (service, { account, body, connection }) => ({
    data: await bindPhone(service, account.accountId, body.phone, body.code, connection),
  }),
  'DELETE /account/phone': async (service, { account, connection }) => {
    await unbindPhone(service, account.accountId, connection)
    return { data: null }
  },
  'POST /account/totp': async (service, { account }) => ({
    data: await enrolTotp(service, account.accountId, account.userName),
  }),
  'PUT /account/totp': async (service, { account, body, connection }) => {
    await confirmAuthenticator(service, account, body.code, connection)
    return { data: await getSecurity(service, account.accountId) }
  },
  'DELETE /account/totp': async (service, { account, connection }) => {
    await removeAuthenticator(service, account.accountId, connection)
    return { data: null }
  },
  'POST /account/recovery-codes': async (service, { account, connection }) => ({
    data: await newRecoveryCodes(service, account.accountId, connection),
  }),
  'GET /account/profile': async (service, { account }) => ({ data: await getProfile(service, account.accountId) }),
  'PUT /account/profile': async (service, { account, body }) => ({
    data: await saveProfile(service, account.accountId, body),
  }),
  'PUT /account/avatar': async (service, { account, body }) => ({
    data: await setAccountPicture(service, account.accountId, 'avatar', body),
  }),
  'DELETE /account/avatar': async (service, { account }) => {
    await clearAccountPicture(service, account.accountId, 'avatar')
    return { data: null }
  },
  'PUT /account/logo': async (service, { account, body }) => ({
    data: await setAccountPicture(service, account.accountId, 'logo', body),
  }),
  'DELETE /account/logo': async (service, { account }) => {
    await clearAccountPicture(service, account.accountId, 'logo')
    return { data: null }
  },
  'GET /account/notifications': async (service, { account }) => ({
    data: await getNotifications(service, account.accountId),
  }),
  'PUT /account/notifications': async (service, { account, body }) => ({
    data: await saveNotifications(service, account.accountId, body),
  }),
  'GET /account/alarm-mails': async (service, { account }) => ({
    data: await getAlarmMails(service, account.accountId),
  }),
  'PUT /account/alarm-mails': async (service, { account, body }) => ({
    data: await saveAlarmMails(service, account.accountId, body),
  }),
  'GET /operator/accounts-health': async (service, { query }) => listAccountsHealth(service, query),
  'PUT /operator/accounts/:accountId/active': async (service, { account, params, body }) => ({
    data: await setActive(service, account, params.accountId, body.active),
  }),
  'GET /account': async (service, { account }) => ({ data: await getAccount(service, account.accountId) }),
  'PUT /account': async (service, { account, body }) => ({ data: await saveAccount(service, account, body) }),
} satisfies Partial<Handlers>

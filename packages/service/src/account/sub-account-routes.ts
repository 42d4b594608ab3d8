import {
  addSubAccount,
  changeSubAccount,
  listSubAccounts,
  removeSubAccount,
  setSubAccountPassword,
} from './sub-account.ts'
import { pageOf } from '../base/page.ts'
import type { Handlers } from '../http/handler.ts'

export const subAccountRoutes = {
  'GET /sub-accounts': async (service, { account, query }) =>
    pageOf(await listSubAccounts(service, account.accountId), query),
  'POST /sub-accounts': async (service, { account, body }) => ({
    data: await addSubAccount(service, account.accountId, body),
  }),
  'PUT /sub-accounts/:subAccountId': async (service, { account, params, body }) => ({
    data: await changeSubAccount(service, account.accountId, params.subAccountId, body),
  }),
  'PUT /sub-accounts/:subAccountId/password': async (service, { account, params, body }) => {
    await setSubAccountPassword(service, account.accountId, params.subAccountId, body.password)
    return { data: null }
  },
  'DELETE /sub-accounts/:subAccountId': async (service, { account, params }) => {
    await removeSubAccount(service, account.accountId, params.subAccountId)
    return { data: null }
  },
} satisfies Partial<Handlers>

import type { Handlers } from '../http/handler.ts'
import { askCopy, fetchCopy, getCopy, openCopy, removeCopy } from './copy.ts'
import { askDeletion, getDeletion, cancelDeletion } from './deletion.ts'

export const ownDataRoutes = {
  'GET /account/copy': async (service, { account }) => ({ data: await getCopy(service, account.accountId) }),
  'POST /account/copy': async (service, { account }) => ({ data: await askCopy(service, account.accountId) }),
  'POST /account/copy/opening': async (service, { account }) => ({ data: await openCopy(service, account.accountId) }),
  'GET /account/copy/file': async (service, { account }) => ({ file: await fetchCopy(service, account.accountId) }),
  'DELETE /account/copy': async (service, { account }) => {
    await removeCopy(service, account.accountId)
    return { data: null }
  },
  'GET /account/deletion': async (service, { account }) => ({ data: await getDeletion(service, account.accountId) }),
  'POST /account/deletion': async (service, { account, body, connection }) => ({
    data: await askDeletion(service, account, body.userName, connection),
  }),
  'DELETE /account/deletion': async (service, { account }) => ({
    data: await cancelDeletion(service, account.accountId),
  }),
} satisfies Partial<Handlers>

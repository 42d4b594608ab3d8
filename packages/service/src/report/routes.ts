import { unsubscribe } from './daily-mail.ts'
import type { Handlers } from '../http/handler.ts'
import { listOwnMails, sendSample } from './own-mails.ts'
import { listSamples, samplePage } from './sample.ts'

export const reportRoutes = {
  'POST /unsubscription': async (service, { body, connection }) => ({
    data: await unsubscribe(service, connection.ip, body.token),
  }),
  'GET /account/mails': async (service, { account, query }) => listOwnMails(service, account.accountId, query),
  'POST /account/mails': async (service, { account, body, connection }) => ({
    data: await sendSample(service, account.accountId, body.kind, connection),
  }),
  'GET /account/mail-samples': async (service, { account }) => ({
    data: await listSamples(service, account.accountId),
  }),
  'GET /account/mail-sample': async (service, { account, query, connection }) => ({
    file: await samplePage(service, account.accountId, query.kind, connection),
  }),
} satisfies Partial<Handlers>

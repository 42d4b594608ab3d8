import { unsubscribe } from './daily-mail.ts'
import type { Handlers } from '../http/handler.ts'
import { listOwnMails, sendSample } from './own-mails.ts'
import { listSamples, samplePage } from './sample.ts'

/** For a sample in a frame: no scripts, no requests; links open a new tab. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

export const reportRoutes = {
  'POST /unsubscription': async (service, { body, connection }) => ({
    data: await unsubscribe(service, connection.ip, body.token),
  }),
  'GET /account/mails': async (service, { account, query }) => listOwnMails(service, account.accountId, query),
  'POST /account/mails': async (service, { account, body }) => ({
    data: await sendSample(service, account.accountId, body.kind),
  }),
  'GET /account/mail-samples': async (service, { account }) => ({
    data: await listSamples(service, account.accountId),
  }),
  'GET /account/mail-sample': async (service, { account, query, connection }) => {
    const page = await samplePage(service, account.accountId, query.kind, connection)
    const headers = { 'content-security-policy': policy, 'cache-control': 'no-store' }
    return { file: { type: 'text/html; charset=utf-8', headers, body: Buffer.from(page) } }
  },
} satisfies Partial<Handlers>

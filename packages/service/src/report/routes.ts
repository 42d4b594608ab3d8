import { unsubscribe } from './daily-mail.ts'
import type { Handlers } from '../http/handler.ts'

export const reportRoutes = {
  'POST /unsubscription': async (service, { body, connection }) => ({
    data: await unsubscribe(service, connection.ip, body.token),
  }),
} satisfies Partial<Handlers>

import type { FastifyInstance } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { checkBody } from '../http/validate.ts'
import { receiptPath, type SmsReceipt, takeReceipt } from './receipt.ts'

/** Body of a receipt. Further properties are ignored: each gateway sends its own. */
const Receipt = {
  type: 'object',
  required: ['state'],
  properties: { state: { enum: ['delivered', 'undelivered'] }, reason: { type: 'string', maxLength: 120 } },
}
const maxBodyBytes = 4096

/**
 * Endpoint for the receipts of a gateway of short messages. It needs no cookie and no header: the signed address
 * authorizes the receipt of one message.
 */
export function registerReceipts(api: FastifyInstance, service: Service): void {
  const check = checkBody(Receipt)
  api.post<{ Params: { token: string }; Body: SmsReceipt }>(
    `${receiptPath}/:token`,
    { bodyLimit: maxBodyBytes },
    async ({ params, body }) => {
      check(body)
      if (!(await takeReceipt(service, params.token, body))) throw new Problem('notFound')
      return { success: true, data: null }
    },
  )
}

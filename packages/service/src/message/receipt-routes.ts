import type { FastifyInstance } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { checkBody } from '../http/validate.ts'
import { receiptPath, type SmsReceipt, takeReceipt } from './receipt.ts'

/** What a gateway sends. What else it tells is passed over: each of them has words of its own. */
const Receipt = {
  type: 'object',
  required: ['state'],
  properties: { state: { enum: ['delivered', 'undelivered'] }, reason: { type: 'string', maxLength: 120 } },
}
const maxBodyBytes = 4096

/**
 * Where a gateway of short messages tells what became of one. It carries no cookie and needs no header of ours: the signed
 * address is all that counts, and what can be told there concerns one message.
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

import type { Transaction } from '../database/session.ts'
import type { MailRequestKind } from '../database/security-tables.ts'
import { findAccountOfEmail } from './queries/email.ts'
import { takeMailRequest } from '../message/queries/message.ts'
import { findAccountByName } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { issueCode } from './proof/code.ts'
import { queueMail } from '../message/outbox.ts'
import { sendActivation } from './registration.ts'

type Request = NonNullable<Awaited<ReturnType<typeof takeMailRequest>>>

const perTurn = 200

/**
 * Answers requests for mails made without a session. It runs apart from the HTTP request, so that neither the reply nor
 * its time tells whether the account exists.
 */
export async function answerMailRequests(service: Service): Promise<void> {
  for (let turn = 0; turn < perTurn; turn += 1) {
    const more = await service.db.transaction(async (tx) => {
      const request = await takeMailRequest(tx)
      if (request) await answers[request.kind](service, tx, request)
      return request !== undefined
    })
    if (!more) return
  }
}

const answers: Record<MailRequestKind, (service: Service, tx: Transaction, request: Request) => Promise<void>> = {
  registration: async (service, tx, { target: email, locale }) => {
    const known = await findAccountOfEmail(tx, email)
    if (known) return queueMail(service, tx, 'registrationKnown', addresseeOf(known, email))
    const code = await issueCode(service, tx, 'registration', email)
    await queueMail(
      service,
      tx,
      'registrationCode',
      { id: null, email, userName: '', locale: locale ?? 'zh-CN' },
      { code },
    )
  },
  activation: async (service, tx, { target }) => {
    const account = await findAccountByName(tx, target)
    if (account?.activated_at === null && account.disabled_at === null) {
      await sendActivation(service, tx, addresseeOf(account))
    }
  },
  password: async (service, tx, { target }) => {
    const account = await findAccountByName(tx, target)
    if (account?.activated_at === null && account.disabled_at === null)
      return sendActivation(service, tx, addresseeOf(account))
    if (!account?.is_active) return
    const code = await issueCode(service, tx, 'password', account.id)
    await queueMail(service, tx, 'passwordCode', addresseeOf(account), { code })
  },
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountOfEmail>>>

export const addresseeOf = (account: AccountRow, email = account.email) => ({
  id: account.id,
  email,
  userName: account.user_name,
  locale: account.mail_locale,
})

import type { Transaction } from '../database/session.ts'
import { randomInt } from 'node:crypto'
import { activationHours, type PageLocale, paths, type Registration } from '@helioport/contract'
import { violatedUnique } from '../database/errors.ts'
import { activateAccount, deleteForgottenAccounts, insertAccount } from './queries/account.ts'
import { deleteLinks, insertLink, takeLink } from './queries/code.ts'
import { insertMailRequest } from '../message/queries/message.ts'
import type { Service } from '../base/service.ts'
import { countGuess, spendCode } from './proof/code.ts'
import { queueMail } from '../message/outbox.ts'
import { hashPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { countAttempt } from './proof/throttle.ts'

const activationMs = activationHours * 3_600_000
const maxNameTries = 20

/** Requests a code. Only the mail tells the result: see mail-request.ts. */
export async function askRegistrationCode(service: Service, ip: string, email: string, locale: PageLocale) {
  await countAttempt(service, 'address', 'mail', ip)
  await countAttempt(service, 'message', 'registration', email)
  await service.db.transaction((tx) =>
    insertMailRequest(tx, { kind: 'registration', target: email, locale, now: service.now() }),
  )
}

export async function askActivationMail(service: Service, ip: string, account: string): Promise<void> {
  await countAttempt(service, 'address', 'mail', ip)
  await countAttempt(service, 'message', 'activation', account)
  await service.db.transaction((tx) =>
    insertMailRequest(tx, { kind: 'activation', target: account, locale: null, now: service.now() }),
  )
}

/**
 * Makes an account that is inactive until the link in its mail is opened. The reply does not tell whether the user name
 * was free: for a taken name the account gets a similar one, and the mail says so.
 * @throws Problem password.mismatch, code.wrong, request.tooMany
 */
export async function register(service: Service, ip: string, input: Registration): Promise<void> {
  if (input.password !== input.passwordAgain) throw new Problem('password.mismatch')
  await countAttempt(service, 'address', 'register', ip)
  await countGuess(service, 'registration', input.email)
  const passwordHash = await hashPassword(input.password)
  let { userName } = input
  for (let tries = 1; ; tries += 1) {
    try {
      return await insertInactive(service, input, userName, passwordHash)
    } catch (error) {
      const constraint = violatedUnique(error)
      // Another account took the address after the code was sent.
      if (constraint === 'email_email' || constraint === 'account_email') throw new Problem('code.wrong')
      if (constraint === null || tries === maxNameTries) throw error
      userName = `${input.userName.slice(0, 34)}-${String(randomInt(100_000)).padStart(5, '0')}`
    }
  }
}

/** Uses the code up, stores the account and queues its mail in one transaction: a taken name rolls all of it back. */
async function insertInactive(service: Service, input: Registration, userName: string, passwordHash: string) {
  const { email, locale } = input
  const kind = userName === input.userName ? 'activation' : 'activationOtherName'
  await service.db.transaction(async (tx) => {
    await spendCode(service, tx, 'registration', email, input.code)
    const { id } = await insertAccount(tx, {
      ...input,
      userName,
      passwordHash,
      role: 'owner',
      stateName: '',
      now: service.now(),
      activated: false,
    })
    await sendActivation(service, tx, { id, userName, email, locale }, kind)
  })
}

/** Mails a new activation link and invalidates the former ones. */
export async function sendActivation(
  service: Service,
  tx: Transaction,
  account: { id: string; userName: string; email: string | null; locale: PageLocale },
  kind: 'activation' | 'activationOtherName' = 'activation',
): Promise<void> {
  const token = newSecret()
  const now = service.now()
  await deleteLinks(tx, account.id, 'activation')
  const link = { tokenHash: hashSecret(token), accountId: account.id, purpose: 'activation', now } as const
  await insertLink(tx, { ...link, expiresAt: now + activationMs })
  await queueMail(service, tx, kind, account, {
    activationUrl: `${service.settings.baseUrl}/#${paths.activate(token)}`,
  })
}

/** @throws Problem link.invalid (unknown, used, out of date), request.tooMany */
export async function activate(service: Service, ip: string, token: string): Promise<{ userName: string }> {
  await countAttempt(service, 'address', 'link', ip)
  return service.db.transaction(async (tx) => {
    const link = await takeLink(tx, hashSecret(token), ['activation'], service.now())
    if (!link) throw new Problem('link.invalid')
    const { user_name } = await activateAccount(tx, link.account_id, service.now())
    return { userName: user_name }
  })
}

/** Deletes accounts that were never activated, which frees their names. */
export async function forgetUnactivated(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteForgottenAccounts(tx, service.now() - 7 * activationMs))
}

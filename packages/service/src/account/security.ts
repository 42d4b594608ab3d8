import { type AccountSecurity, type Email, paths } from '@helioport/contract'
import type { Transaction } from '../database/session.ts'
import { iso } from '@helioport/time/node'
import { clearBoundPhone, findAccount, setBoundPhone } from './queries/account.ts'
import { deleteCode } from './queries/code.ts'
import { deleteEmail, findAccountOfEmail, findEmails, insertEmail, setPrimaryEmail } from './queries/email.ts'
import { countRecoveryCodes } from './queries/recovery-code.ts'
import type { Service } from '../base/service.ts'
import { countGuess, issueCode, spendCode } from './proof/code.ts'
import { addresseeOf } from './mail-request.ts'
import { composeMail } from '../message/compose.ts'
import { timeAtOffset } from '../message/format.ts'
import { linkTo, queueContent, queueMail, queueSms } from '../message/outbox.ts'
import type { MailContent } from '../message/template/content.ts'
import { type Word, wordIn } from '../message/word.ts'
import { Problem } from '../base/problem.ts'
import { countAttempt } from './proof/throttle.ts'
import { hasTotp } from './proof/totp.ts'
import { shortAgent } from './user-agent.ts'

export async function getSecurity(service: Service, accountId: string): Promise<AccountSecurity> {
  const [account, emails, totp, recoveryCodes] = await Promise.all([
    findAccount(service.db.read, accountId),
    findEmails(service.db.read, accountId),
    hasTotp(service, accountId),
    countRecoveryCodes(service.db.read, accountId),
  ])
  const { phone, phone_bound_at: boundAt, passkey_required: passkeyRequired } = account
  return {
    emails: emails.map(toEmail),
    phone: boundAt === null ? null : { phone, boundAt: iso(boundAt) },
    totp,
    passkeyRequired,
    recoveryCodes,
  }
}

/** Target of a binding code: includes the account, so that the code binds the address to no other account. */
const targetOf = (accountId: string, value: string) => `${accountId} ${value}`

/**
 * Mails a code to an address that is to be bound. An address that already belongs to an account gets a mail that says
 * so instead; the reply is the same in both cases.
 */
export async function askEmailCode(service: Service, accountId: string, email: string): Promise<void> {
  await countAttempt(service, 'message', 'email', accountId)
  await countAttempt(service, 'message', 'email', email)
  await service.db.transaction(async (tx) => {
    const known = await findAccountOfEmail(tx, email)
    if (known) return queueMail(service, tx, 'registrationKnown', addresseeOf(known, email))
    const account = await findAccount(tx, accountId)
    const code = await issueCode(service, tx, 'email', targetOf(accountId, email))
    await queueMail(service, tx, 'emailCode', addresseeOf(account, email), { code })
  })
}

/** @throws Problem code.wrong, request.tooMany */
export async function bindEmail(
  service: Service,
  accountId: string,
  email: string,
  code: string,
  caller: Caller,
): Promise<Email> {
  const target = targetOf(accountId, email)
  await countGuess(service, 'email', target)
  return service.db.transaction(async (tx) => {
    await spendCode(service, tx, 'email', target, code)
    const row = await insertEmail(tx, accountId, email, service.now())
    if (!row) throw new Problem('code.wrong')
    await mailOwner(service, tx, accountId, { what: 'emailAdded', value: email }, caller)
    return toEmail({ ...row, primary: false })
  })
}

async function ownEmail(service: Service, accountId: string, emailId: string) {
  const row = (await findEmails(service.db.read, accountId)).find((each) => each.id === emailId)
  if (!row) throw new Problem('notFound')
  return row
}

/** @throws Problem notFound */
export async function makePrimary(
  service: Service,
  accountId: string,
  emailId: string,
  caller: Caller,
): Promise<Email> {
  const row = await ownEmail(service, accountId, emailId)
  await service.db.transaction(async (tx) => {
    // Before the change: the mail goes to the former primary address.
    await mailOwner(service, tx, accountId, { what: 'emailPrimary', value: row.email }, caller)
    await setPrimaryEmail(tx, accountId, row.email)
    // A code that was mailed to the former address must not reset the password.
    await deleteCode(tx, 'password', accountId)
  })
  return toEmail({ ...row, primary: true })
}

/** @throws Problem notFound, email.last (the primary one stays) */
export async function unbindEmail(service: Service, accountId: string, emailId: string, caller: Caller): Promise<void> {
  const { email } = await ownEmail(service, accountId, emailId)
  await service.db.transaction(async (tx) => {
    if (!(await deleteEmail(tx, accountId, emailId))) throw new Problem('email.last')
    await deleteCode(tx, 'password', accountId)
    await mailOwner(service, tx, accountId, { what: 'emailRemoved', value: email }, caller)
  })
}

export async function askPhoneCode(service: Service, accountId: string, phone: string): Promise<void> {
  await countAttempt(service, 'message', 'phone', accountId)
  await countAttempt(service, 'message', 'phone', phone)
  const { mail_locale } = await findAccount(service.db.read, accountId)
  await service.db.transaction(async (tx) => {
    const code = await issueCode(service, tx, 'phone', targetOf(accountId, phone))
    await queueSms(service, tx, { accountId, phone, locale: mail_locale }, code)
  })
}

/** @throws Problem code.wrong, request.tooMany */
export async function bindPhone(service: Service, accountId: string, phone: string, code: string, caller: Caller) {
  const target = targetOf(accountId, phone)
  await countGuess(service, 'phone', target)
  await service.db.transaction(async (tx) => {
    await spendCode(service, tx, 'phone', target, code)
    await setBoundPhone(tx, accountId, phone, service.now())
    await mailOwner(service, tx, accountId, { what: 'phone', value: phone }, caller)
  })
  return getSecurity(service, accountId)
}

/** @throws Problem notFound (none is bound) */
export async function unbindPhone(service: Service, accountId: string, caller: Caller): Promise<void> {
  await service.db.transaction(async (tx) => {
    const phone = await clearBoundPhone(tx, accountId)
    if (phone === undefined) throw new Problem('notFound')
    await mailOwner(service, tx, accountId, { what: 'phoneRemoved', value: phone }, caller)
  })
}

function toEmail(row: { id: string; email: string; primary: boolean; added_at: number }): Email {
  return { id: row.id, email: row.email, primary: row.primary, addedAt: iso(row.added_at) }
}

/** Address and browser from which a change was made. */
export interface Caller {
  ip: string
  userAgent: string
}

const changes = {
  password: 'security.password',
  passwordReset: 'security.passwordReset',
  emailAdded: 'security.emailAdded',
  emailPrimary: 'security.emailPrimary',
  emailRemoved: 'security.emailRemoved',
  phone: 'security.phone',
  phoneRemoved: 'security.phoneRemoved',
  totpOn: 'security.totpOn',
  totpOff: 'security.totpOff',
  recoveryCodes: 'security.recoveryCodes',
  passkeyAdded: 'security.passkeyAdded',
  passkeyRemoved: 'security.passkeyRemoved',
  passkeyRequiredOn: 'security.passkeyRequiredOn',
  passkeyRequiredOff: 'security.passkeyRequiredOff',
  openidLinked: 'security.openidLinked',
  openidUnlinked: 'security.openidUnlinked',
} as const satisfies Record<string, Word>

interface Change {
  what: keyof typeof changes
  /** The address, phone or name that was changed. */
  value?: string
}

/** Mails the owner at the primary address as `tx` sees it: what was changed, when, from where, and what to do. */
export async function mailOwner(
  service: Service,
  tx: Transaction,
  accountId: string,
  change: Change,
  caller: Caller,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  const isPassword = change.what === 'password' || change.what === 'passwordReset'
  const content = securityMail(service, account, change, caller)
  await queueContent(service, tx, isPassword ? 'passwordChanged' : 'securityChanged', account, content)
}

type Account = Pick<Awaited<ReturnType<typeof findAccount>>, 'user_name' | 'mail_locale' | 'time_zone_offset'>

export function securityMail(service: Service, account: Account, change: Change, caller: Caller): MailContent {
  const { mail_locale: locale, user_name: userName } = account
  const say = wordIn(locale)
  const isPassword = change.what === 'password' || change.what === 'passwordReset'
  return {
    subject: say(isPassword ? 'security.passwordSubject' : 'security.subject'),
    locale,
    tone: 'bad',
    blocks: [
      { kind: 'text', text: `${say('hello', { userName })}\n${say('security.intro')}` },
      {
        kind: 'facts',
        rows: [
          [say('security.what'), say(changes[change.what], { value: change.value ?? '' })],
          ...whenAndWhere(service, account, caller),
        ],
      },
      { kind: 'text', text: say('security.wasYou') },
      { kind: 'text', text: say('security.wasNotYou') },
      { kind: 'action', label: say('action.forgotUrl'), url: linkTo(service, paths.forgotPassword()) },
    ],
    footer: [],
  }
}

function whenAndWhere(service: Service, account: Account, caller: Caller): readonly (readonly [string, string])[] {
  const say = wordIn(account.mail_locale)
  return [
    [say('security.when'), timeAtOffset(account.mail_locale, service.now(), account.time_zone_offset)],
    [say('security.address'), caller.ip],
    [say('security.browser'), shortAgent(caller.userAgent) || say('unknown')],
  ]
}

/** A security mail with its own text; time, address and browser are inserted before its button. */
export function securityEventMail(
  service: Service,
  kind: 'apiKeyMade' | 'accountDeletionAsked',
  account: Account,
  values: Readonly<Record<string, string>>,
  caller: Caller,
): MailContent {
  const { mail_locale: locale, user_name: userName } = account
  const content = composeMail(kind, locale, { userName, forgotUrl: linkTo(service, paths.forgotPassword()), ...values })
  const rows = whenAndWhere(service, account, caller)
  const at = content.blocks.findIndex((block) => block.kind === 'action')
  return { ...content, tone: 'bad', blocks: content.blocks.toSpliced(at, 0, { kind: 'facts', rows }) }
}

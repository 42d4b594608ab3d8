import { paths } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { timeAtOffset } from '../message/format.ts'
import { linkTo, queueContent } from '../message/outbox.ts'
import type { MailContent } from '../message/template/content.ts'
import { type Word, wordIn } from '../message/word.ts'
import { findAccount } from './queries/account.ts'
import { shortAgent } from './user-agent.ts'

/** From where somebody did something. */
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
  totpOn: 'security.totpOn',
  totpOff: 'security.totpOff',
  recoveryCodes: 'security.recoveryCodes',
} as const satisfies Record<string, Word>

interface Change {
  what: keyof typeof changes
  /** The address or phone that it is about. */
  value?: string
}

/** Tells the owner, at the address that counts at this moment, what was changed, when, from where, and what to do. */
export async function tellOwner(
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
          [say('security.when'), timeAtOffset(locale, service.now(), account.time_zone_offset)],
          [say('security.address'), caller.ip],
          [say('security.browser'), shortAgent(caller.userAgent) || say('unknown')],
        ],
      },
      { kind: 'text', text: say('security.wasYou') },
      { kind: 'text', text: say('security.wasNotYou') },
      { kind: 'action', label: say('action.forgotUrl'), url: linkTo(service, paths.forgotPassword()) },
    ],
    footer: [],
  }
}

import type { Transaction } from '../database/session.ts'
import { randomUUID } from 'node:crypto'
import { type PageLocale, paths } from '@helioport/contract'
import { compose, composeMail, type MailKind } from './compose.ts'
import { letterOf } from './letter.ts'
import {
  deleteMessage,
  deleteOldMessages,
  insertMessage,
  type NewMessage,
  noteFailed,
  noteSent,
  putContent,
  postpone,
  takeMessage,
} from './queries/message.ts'
import type { Service } from '../base/service.ts'
import { receiptUrl } from './receipt.ts'
import type { MailContent } from './template/content.ts'
import { seal, unseal } from '../base/seal.ts'

/** Lease of a message: if this instance dies, another takes the message over after this time. */
const leaseMs = 5 * 60_000
const firstPauseMs = 30_000
const longestPauseMs = 30 * 60_000
/** A message is given up only after this time: a server that is down for days is down for good. */
const patienceMs = 3 * 24 * 3_600_000
/** Most tries while the server refuses the recipient permanently (55x). */
const maxRefusals = 5
const keptMs = 90 * 24 * 3_600_000
const perTurn = 100
/** Mail to a deleted account: its row is deleted afterwards, since it holds the address. */
const tracelessKind = 'accountDeleted' satisfies MailKind

export interface Addressee {
  id: string | null
  /** Null: a sub-account without an address; it gets no mails. */
  email: string | null
  userName: string
  locale: PageLocale
}

/** Kinds whose subject has a secret or names another account: it is stored only sealed, with the content. */
const secretSubjects: ReadonlySet<string> = new Set([
  'registrationCode',
  'passwordCode',
  'emailCode',
  'accountShareEnds',
  'accountDeletionEnded',
])

/** Queues a mail that consists of a text alone, in `tx`. */
export async function queueMail(
  service: Service,
  tx: Transaction,
  kind: MailKind,
  to: Addressee,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const content = composeMail(kind, to.locale, {
    userName: to.userName,
    portalUrl: `${service.settings.baseUrl}/`,
    signInUrl: linkTo(service, paths.login()),
    forgotUrl: linkTo(service, paths.forgotPassword()),
    ...values,
  })
  await queueContent(service, tx, kind, to, content)
}

/** Queues a mail in `tx`; its content is sealed until delivery. */
export async function queueContent(
  service: Service,
  tx: Transaction,
  kind: string,
  to: Pick<Addressee, 'id' | 'email'>,
  content: MailContent,
): Promise<void> {
  if (to.email === null) return
  const subject = secretSubjects.has(kind) ? '' : content.subject
  await queue(
    service,
    tx,
    { accountId: to.id, channel: 'mail', kind, recipient: to.email, subject, isSample: false },
    content,
  )
}

/** Queues a sample mail without content; it becomes due once `writeSample` has stored the content. */
export async function queueSample(
  service: Service,
  tx: Transaction,
  kind: string,
  { id: accountId, recipient }: { id: string; recipient: string },
): Promise<string> {
  const id = randomUUID()
  const place = { id, accountId, channel: 'mail', kind, recipient, subject: '', content: null, isSample: true } as const
  await insertMessage(tx, { ...place, now: service.now() })
  return id
}

export async function writeSample(service: Service, tx: Transaction, id: string, letter: MailContent): Promise<void> {
  const content = seal(service.settings.key, id, JSON.stringify(letter))
  await putContent(tx, id, { subject: letter.subject, content, now: service.now() })
}

export async function queueSms(
  service: Service,
  tx: Transaction,
  { accountId, phone, locale }: { accountId: string; phone: string; locale: PageLocale },
  code: string,
) {
  const letter = compose('phoneCode', locale, { code })
  const message = {
    accountId,
    channel: 'sms',
    kind: 'phoneCode',
    recipient: phone,
    subject: '',
    isSample: false,
  } as const
  await queue(service, tx, message, letter)
}

/** Links use the origin that the operator set, never the host of a request. */
export const linkTo = (service: Service, path: string) => `${service.settings.baseUrl}/#${path}`

async function queue(
  service: Service,
  tx: Transaction,
  message: Omit<NewMessage, 'id' | 'content' | 'now'>,
  letter: MailContent | PlainLetter,
): Promise<void> {
  const id = randomUUID()
  const content = seal(service.settings.key, id, JSON.stringify(letter))
  await insertMessage(tx, { ...message, id, content, now: service.now() })
}

/** A short message, or a mail queued by an earlier version. */
interface PlainLetter {
  subject: string
  text: string
}

/**
 * Delivers due messages of one channel, or of all. A failed delivery is retried with growing pauses; its message stays
 * in the queue.
 */
export async function deliverMessages(service: Service, channel?: 'mail' | 'sms'): Promise<void> {
  for (let turn = 0; turn < perTurn; turn += 1) {
    const now = service.now()
    const message = await service.db.transaction((tx) => takeMessage(tx, now, now + leaseMs, channel))
    if (!message) break
    try {
      await deliver(service, message)
      const note = service.courier.kept?.includes(message.channel) ? 'outbox' : ''
      await service.db.transaction((tx) =>
        isTraceless(message) ? deleteMessage(tx, message.id) : noteSent(tx, message.id, service.now(), note),
      )
    } catch (error) {
      await keepUndelivered(service, message, error)
    }
  }
  await service.db.transaction((tx) => deleteOldMessages(tx, service.now() - keptMs))
}

/** Excludes samples of that kind, which have an account. */
const isTraceless = ({ kind, account_id }: Taken) => kind === tracelessKind && account_id === null

type Taken = NonNullable<Awaited<ReturnType<typeof takeMessage>>>

async function deliver(service: Service, message: Taken): Promise<void> {
  const { id, channel, recipient: to, content } = message
  if (content === null) throw new Error('a message without content')
  const letter = JSON.parse(unseal(service.settings.key, id, content)) as MailContent | PlainLetter
  if ('text' in letter) {
    if (channel === 'sms') await service.courier.sms({ id, to, text: letter.text, receiptUrl: receiptUrl(service, id) })
    else await service.courier.mail({ id, to, ...letter })
    return
  }
  const drawn = await letterOf(service, message.account_id, letter)
  await service.courier.mail({ id, to, writtenAt: message.created_at, ...drawn })
}

async function keepUndelivered(service: Service, message: Taken, error: unknown): Promise<void> {
  const { id, tries, created_at } = message
  const now = service.now()
  const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number }
  // Never the server's text: it names the recipient.
  const reason = responseCode > 0 ? `${code} ${responseCode}` : String(code)
  const refused = responseCode >= 550 && responseCode < 560 && tries >= maxRefusals
  if (refused || now - created_at >= patienceMs)
    return service.db.transaction((tx) =>
      isTraceless(message) ? deleteMessage(tx, id) : noteFailed(tx, id, now, reason),
    )
  await service.db.transaction((tx) =>
    postpone(tx, id, now + Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs), reason),
  )
}

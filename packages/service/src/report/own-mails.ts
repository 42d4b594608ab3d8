import {
  type MailFailure,
  mailKinds,
  type MailState,
  type OwnMail,
  ownMailDays,
  type SentSample,
  sentSamples,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findAccount } from '../account/queries/account.ts'
import { countAttempt } from '../account/proof/throttle.ts'
import { doEach } from '../base/do-each.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { queueSample, writeSample } from '../message/outbox.ts'
import { findOwnMessages, noteFailed, type OwnMessageRow, takeUnwritten } from '../message/queries/message.ts'
import { hasContent, ownSample } from './sample.ts'

const dayMs = 86_400_000
/** Lease of a sample: if this instance dies, another writes the sample after this time. */
const writingMs = 5 * 60_000
const perTurn = 20
const mostTries = 3
const sinceOf = (service: Service) => service.now() - ownMailDays * dayMs

/** Recent mails to the account with their outcome, newest first. */
export async function listOwnMails(service: Service, accountId: string, page: PageQuery) {
  const { rows, total } = await findOwnMessages(service.db.read, accountId, sinceOf(service), windowOf(page))
  return { data: rows.map(toOwnMail), total }
}

/**
 * Queues a sample for the account's own address; the list shows its outcome. A job writes it afterwards: a report of
 * many plants takes longer than a page waits.
 * @throws Problem request.tooMany, mail.noAddress, mail.nothingToTell
 */
export async function sendSample(service: Service, accountId: string, kind: SentSample): Promise<OwnMail> {
  const { email } = await findAccount(service.db.read, accountId)
  if (email === null) throw new Problem('mail.noAddress')
  await countAttempt(service, 'mailSample', accountId)
  if (!(await hasContent(service, accountId, kind))) throw new Problem('mail.nothingToTell')
  const to = { id: accountId, recipient: email }
  const id = await service.db.transaction((tx) => queueSample(service, tx, kind, to))
  const page = { limit: 1, offset: 0, id }
  const [row] = (await findOwnMessages(service.db.read, accountId, sinceOf(service), page)).rows
  if (!row) throw new Problem('mail.noAddress')
  return toOwnMail(row)
}

/** Writes the requested samples with the current figures. */
export async function writeSamples(service: Service): Promise<void> {
  const now = service.now()
  const due = await service.db.transaction((tx) => takeUnwritten(tx, now, now + writingMs, perTurn))
  await doEach(due, async ({ id, account_id, kind: asked, tries }) => {
    const kind = sentSamples.find((each) => each === asked)
    const giveUp = (reason: string) => service.db.transaction((tx) => noteFailed(tx, id, service.now(), reason))
    if (account_id === null || kind === undefined || tries > mostTries) return giveUp('unwritten')
    // Its data may have been deleted meanwhile.
    if (!(await hasContent(service, account_id, kind))) return giveUp('mail.nothingToTell')
    const account = await findAccount(service.db.read, account_id)
    const content = await ownSample(service, account, kind)
    await service.db.transaction((tx) => writeSample(service, tx, id, content))
  })
}

function toOwnMail(row: OwnMessageRow): OwnMail {
  const state = stateOf(row)
  const status = Number(/ (\d{3})$/.exec(row.last_error)?.[1] ?? 0)
  return {
    id: row.id,
    channel: row.channel,
    kind: mailKinds.find((kind) => kind === row.kind) ?? 'other',
    sample: row.is_sample,
    subject: row.subject,
    recipient: row.recipient,
    state,
    createdAt: iso(row.created_at),
    deliveredAt: deliveredAtOf(row),
    gatewayReason: row.receipt_reason,
    tries: row.tries,
    failure: row.sent_at !== null || row.last_error === '' ? null : failureOf(row.last_error, status),
    status: status === 0 ? null : status,
    nextAt: state === 'waiting' ? iso(row.due_at) : null,
  }
}

function stateOf({ channel, sent_at, failed_at, last_error, receipt }: OwnMessageRow): MailState {
  if (receipt !== null) return receipt
  if (failed_at !== null) return 'failed'
  if (sent_at === null) return 'waiting'
  if (last_error === 'outbox') return 'kept'
  return channel === 'sms' ? 'taken' : 'delivered'
}

function deliveredAtOf({ sent_at, receipt, receipt_at }: OwnMessageRow): string | null {
  if (receipt === 'undelivered') return null
  const at = receipt_at ?? sent_at
  return at === null ? null : iso(at)
}

/** `reason`: as stored in the queue, the error's name and the server's reply code. */
function failureOf(reason: string, status: number): MailFailure {
  if (reason.startsWith('EAUTH')) return 'signIn'
  if (status >= 500) return 'refused'
  if (status >= 400) return 'later'
  return /^E(CONN|SOCKET|TIMEDOUT|DNS|HOST|NET|PIPE)/.test(reason) ? 'unreachable' : 'other'
}

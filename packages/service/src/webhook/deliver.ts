import { addresseeOf } from '../account/mail-request.ts'
import { findAccount } from '../account/queries/account.ts'
import { publicOutside } from '../base/outside.ts'
import type { Service } from '../base/service.ts'
import type { Db } from '../database/db.ts'
import type { Transaction } from '../database/session.ts'
import { queueMail } from '../message/outbox.ts'
import { deleteOld, dropWaiting, type DueDelivery, settleDelivery, takeDue } from './queries/delivery.ts'
import { noteFailing, noteTaken, stopWebhook } from './queries/webhook.ts'
import { type Outcome, post } from '../base/post.ts'
import { secretsIn } from './secrets.ts'
import { signedHeaders } from './signature.ts'

const s = 1_000
const minute = 60 * s
const hour = 60 * minute
/** Pauses after the first, second … try: ten retries within a day. */
const pausesMs = [5 * s, 30 * s, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour]
/** Lease of a message: if this instance dies, another takes the message over after this time. */
const leaseMs = minute
/** An address that has accepted nothing for this long is switched off. */
const stopAfterMs = 3 * 24 * hour
const keptMs = 30 * 24 * hour
/** Concurrent deliveries, in total and per account: a slow address delays only its own account. */
const mostAtOnce = 64
const mostOfAccount = 4

/** Messages that this process is sending, by account. */
class Sending {
  readonly #counts = new Map<string, number>()
  readonly #all = new Set<Promise<void>>()
  #taking: Promise<void> | undefined
  #isAsked = false

  get free(): number {
    return mostAtOnce - this.#all.size
  }

  get busy(): string[] {
    return [...this.#counts].filter(([, count]) => count >= mostOfAccount).map(([accountId]) => accountId)
  }

  /** Runs `work`, never twice at the same time; a call during a run makes the run look again before it ends. */
  take(work: () => Promise<void>): Promise<void> {
    this.#isAsked = true
    this.#taking ??= this.#whileAsked(work).finally(() => (this.#taking = undefined))
    return this.#taking
  }

  async #whileAsked(work: () => Promise<void>): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      await work()
    }
  }

  /** `next` is called when the delivery has ended and its account is free for another. */
  add(accountId: string, work: Promise<void>, next: () => void): void {
    this.#counts.set(accountId, (this.#counts.get(accountId) ?? 0) + 1)
    const done = work
      .catch(() => {})
      .finally(() => {
        this.#all.delete(done)
        const left = (this.#counts.get(accountId) ?? 1) - 1
        if (left === 0) this.#counts.delete(accountId)
        else this.#counts.set(accountId, left)
        next()
      })
    this.#all.add(done)
  }

  async idle(): Promise<void> {
    while (this.#all.size > 0 || this.#taking) await Promise.allSettled([this.#taking, ...this.#all])
  }
}

const sendings = new WeakMap<Db, Sending>()

function sendingOf({ db }: Service): Sending {
  const sending = sendings.get(db) ?? new Sending()
  sendings.set(db, sending)
  return sending
}

/**
 * Starts the due deliveries without waiting for them; each outcome is stored when it is known. If the process dies,
 * another sends the message again under the same id. A job.
 */
export function deliverWebhooks(service: Service): Promise<void> {
  const sending = sendingOf(service)
  return sending.take(() => takeAll(service, sending))
}

async function takeAll(service: Service, sending: Sending): Promise<void> {
  while (sending.free > 0) {
    const now = service.now()
    const due = await service.db.transaction((tx) => takeDue(tx, now, now + leaseMs, sending.busy, sending.free))
    if (due.length === 0) return
    // Takes another message as soon as this one is done, not with the next turn of the job.
    const next = () => void deliverWebhooks(service).catch(() => {})
    for (const each of due) sending.add(each.account_id, deliver(service, each), next)
  }
}

/** Resolves when this process sends nothing, and has checked that nothing more is due. */
export const webhooksIdle = (service: Service): Promise<void> => sendingOf(service).idle()

/** Deletes finished deliveries after a month. A job. */
export async function forgetDeliveries(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteOld(tx, service.now() - keptMs))
}

async function deliver(service: Service, due: DueDelivery): Promise<void> {
  const { outside = publicOutside, settings, db } = service
  if (!due.is_wanted) {
    const end = { state: 'dropped', status: null, failure: null, dueAt: service.now() } as const
    return db.transaction((tx) => settleDelivery(tx, due.id, end))
  }
  const now = service.now()
  const secrets = secretsIn({ key: settings.key, webhookId: due.webhook_id }, due.secret, now)
  const outcome = await post(outside, due.url, signedHeaders(secrets, due.id, now, due.body), due.body)
  await db.transaction((tx) => settle(service, tx, due, outcome))
}

/** Locks the address first, then its messages, as all writers of both do: this avoids deadlocks. */
async function settle(service: Service, tx: Transaction, due: DueDelivery, { status, failure }: Outcome) {
  const now = service.now()
  if (failure === null) {
    await noteTaken(tx, due.webhook_id)
    return settleDelivery(tx, due.id, { state: 'done', status, failure, dueAt: now })
  }
  const webhook = await noteFailing(tx, due.webhook_id, now)
  const pause = pausesMs[due.tries - 1]
  // The address was switched off during the delivery: no retry.
  const state = !webhook?.enabled ? 'dropped' : pause === undefined ? 'failed' : 'waiting'
  await settleDelivery(tx, due.id, { state, status, failure, dueAt: now + (pause ?? 0) })
  if (!webhook?.enabled || webhook.failing_since === null || now - webhook.failing_since < stopAfterMs) return
  await stopWebhook(tx, due.webhook_id, now)
  await dropWaiting(tx, due.webhook_id)
  const { name, url, account_id: accountId } = webhook
  const account = addresseeOf(await findAccount(tx, accountId))
  await queueMail(service, tx, 'webhookStopped', account, { name, host: new URL(url).host })
}

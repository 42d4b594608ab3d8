import { networkOf } from '@helioport/contract/network-of'
import type { Transaction } from '../../database/session.ts'
import { deleteAttempt, deleteAttempts, insertAttempt } from '../queries/attempt.ts'
import type { Service } from '../../base/service.ts'
import { Problem } from '../../base/problem.ts'
import { hashSecret } from '../../base/secret.ts'
import { TryLane } from './try-lane.ts'

export interface Limit {
  max: number
  windowMs: number
}

const minute = 60_000

export const limits = {
  /** Sign-ins from one address: each costs 65 ms of a core. */
  signInAddress: { max: 120, windowMs: minute },
  /** Guesses at one account, by whichever of its names, or from one browser that the account knows. */
  signIn: { max: 10, windowMs: 5 * minute },
  /** Guesses at one account by callers who have waited, see guess.ts; and of those from one address. */
  waited: { max: 10, windowMs: 5 * minute },
  waitedAddress: { max: 2, windowMs: 5 * minute },
  /** A wait is good for one guess. */
  ticket: { max: 1, windowMs: 10 * minute },
  /** Passwords and codes of who is signed in, of one session. */
  proof: { max: 10, windowMs: 5 * minute },
  /** Codes typed for one target; a code lives no longer than the window. */
  code: { max: 5, windowMs: 30 * minute },
  /** Codes of the first account typed from one address. */
  firstRun: { max: 10, windowMs: 5 * minute },
  /** Codes of loggers typed from one address, and wrong ones of all: of 40 bits for half an hour that is next to none. */
  claimAddress: { max: 10, windowMs: 5 * minute },
  claim: { max: 2000, windowMs: 5 * minute },
  /** Messages that one target is sent. */
  message: { max: 5, windowMs: 60 * minute },
  /** Mails that tell one account of what one other shares with it. */
  shareMail: { max: 3, windowMs: 24 * 60 * minute },
  /** Messages to one address that are asked for to see that it takes them. */
  webhookTest: { max: 20, windowMs: 10 * minute },
  /** Browsers that an account adds. */
  pushDevice: { max: 30, windowMs: 60 * minute },
  /** Mails that an account has sent to itself to see one; a report takes a second of a core. */
  mailSample: { max: 6, windowMs: 60 * minute },
  /** Requests of people who are not signed in, by address. */
  address: { max: 60, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

export type LimitKind = keyof typeof limits

/** A try that was counted. */
export interface Attempt {
  id: number
  isAllowed: boolean
  /** Until the oldest try that still counts is forgotten. */
  retryAfterS: number
}

const lane = new TryLane()
/** Of a try for which there was no room. */
const comeBackS = 2

/**
 * Counts a try before its work is done, so that tries in parallel count too. The count lies in the database: it
 * outlives a restart and holds for all instances. Nothing is ever locked for longer than the window.
 */
export async function tryAttempt(service: Service, kind: LimitKind, ...what: string[]): Promise<Attempt> {
  const attempt = await lane.during(keyOf(kind, what).toString('hex'), () =>
    service.db.transaction((tx) => countAttemptIn(service, tx, kind, ...what)),
  )
  // What is not looked at need not be counted.
  return attempt ?? { id: 0, isAllowed: false, retryAfterS: comeBackS }
}

/** Counts a try with all else that `tx` writes: one that comes to nothing does not count. */
export async function countAttemptIn(
  service: Service,
  tx: Transaction,
  kind: LimitKind,
  ...what: string[]
): Promise<Attempt> {
  const { max, windowMs } = limits[kind]
  const now = service.now()
  const { id, count, firstEnd } = await insertAttempt(tx, keyOf(kind, what), now, now + windowMs)
  return { id, isAllowed: count <= max, retryAfterS: Math.max(1, Math.ceil((firstEnd - now) / 1000)) }
}

/** @throws Problem request.tooMany */
export async function countAttempt(service: Service, kind: LimitKind, ...what: string[]): Promise<Attempt> {
  const attempt = await tryAttempt(service, kind, ...what)
  if (!attempt.isAllowed) throw new Problem('request.tooMany', { retryAfterS: attempt.retryAfterS })
  return attempt
}

/** Whoever was right starts anew; in the transaction of what the tries were for. */
export async function forgetAttempts(tx: Transaction, kind: LimitKind, ...what: string[]): Promise<void> {
  await deleteAttempts(tx, keyOf(kind, what))
}

/** A try that was right does not count; those of others go on counting. */
export async function forgetAttempt(tx: Transaction, { id }: Attempt): Promise<void> {
  await deleteAttempt(tx, id)
}

const keyOf = (kind: string, what: readonly string[]) =>
  hashSecret(JSON.stringify([kind, ...what.map((each) => networkOf(each.normalize('NFKC').trim().toLowerCase()))]))

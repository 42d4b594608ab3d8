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
  /** Guesses at one account, under all its names together; or from one known browser of the account. */
  signIn: { max: 10, windowMs: 5 * minute },
  /** Guesses at one account after a wait, see guess.ts; below, those from one address. */
  waited: { max: 10, windowMs: 5 * minute },
  waitedAddress: { max: 2, windowMs: 5 * minute },
  /** A wait entitles to one guess. */
  ticket: { max: 1, windowMs: 10 * minute },
  /** Passwords and codes typed within one signed-in session. */
  proof: { max: 10, windowMs: 5 * minute },
  /** Codes typed for one target; a code expires within the window. */
  code: { max: 5, windowMs: 30 * minute },
  /** First-run codes typed from one address. */
  firstRun: { max: 10, windowMs: 5 * minute },
  /** Codes of loggers typed from one address; below, wrong codes from all: too few to guess 40 bits in half an hour. */
  claimAddress: { max: 10, windowMs: 5 * minute },
  claim: { max: 2000, windowMs: 5 * minute },
  /** Messages to one target. */
  message: { max: 5, windowMs: 60 * minute },
  /** Mails about shares from one account to another. */
  shareMail: { max: 3, windowMs: 24 * 60 * minute },
  /** Test messages to one webhook address. */
  webhookTest: { max: 20, windowMs: 10 * minute },
  /** Browsers that an account adds. */
  pushDevice: { max: 30, windowMs: 60 * minute },
  /** Sample mails that an account sends to itself; a report takes a second of a core. */
  mailSample: { max: 6, windowMs: 60 * minute },
  /** Requests without a session, per address. */
  address: { max: 60, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

export type LimitKind = keyof typeof limits

/** A try that was counted. */
export interface Attempt {
  id: number
  isAllowed: boolean
  /** Until the oldest counted try expires. */
  retryAfterS: number
}

const lane = new TryLane()
/** Retry-After of a try that the full lane rejected. */
const comeBackS = 2

/**
 * Counts a try before its work is done, so that parallel tries count too. The count lies in the database: it survives
 * a restart and holds for all instances. Nothing is ever blocked for longer than the window.
 */
export async function tryAttempt(service: Service, kind: LimitKind, ...what: string[]): Promise<Attempt> {
  const attempt = await lane.during(keyOf(kind, what).toString('hex'), () =>
    service.db.transaction((tx) => countAttemptIn(service, tx, kind, ...what)),
  )
  // A rejected try checks nothing, so it need not be counted.
  return attempt ?? { id: 0, isAllowed: false, retryAfterS: comeBackS }
}

/** Counts a try within `tx`: a rollback undoes the count. */
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

/** Resets the count after a success, in the transaction of the action that the tries were for. */
export async function forgetAttempts(tx: Transaction, kind: LimitKind, ...what: string[]): Promise<void> {
  await deleteAttempts(tx, keyOf(kind, what))
}

/** Removes one successful try from the count; all other tries still count. */
export async function forgetAttempt(tx: Transaction, { id }: Attempt): Promise<void> {
  await deleteAttempt(tx, id)
}

const keyOf = (kind: string, what: readonly string[]) =>
  hashSecret(JSON.stringify([kind, ...what.map((each) => networkOf(each.normalize('NFKC').trim().toLowerCase()))]))

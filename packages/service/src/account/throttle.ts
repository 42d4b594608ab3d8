import type { Transaction } from '../database/session.ts'
import { deleteAttempts, insertAttempt } from './queries/attempt.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret } from '../base/secret.ts'

export interface Limit {
  max: number
  windowMs: number
}

const minute = 60_000

export const limits = {
  /** Sign-ins from one address: each costs 65 ms of a core. */
  signInAddress: { max: 120, windowMs: minute },
  /** Guesses at one account, or from one browser that the account knows. */
  signIn: { max: 10, windowMs: 5 * minute },
  /** Passwords and codes of who is signed in. */
  proof: { max: 10, windowMs: 5 * minute },
  /** Codes typed for one target; a code lives no longer than the window. */
  code: { max: 5, windowMs: 30 * minute },
  /** Messages that one target is sent. */
  message: { max: 5, windowMs: 60 * minute },
  /** Requests of people who are not signed in, by address. */
  address: { max: 60, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

/**
 * Counts a try before its work is done, so that tries in parallel count too. The count lies in the database: it
 * outlives a restart and holds for all instances. Nothing is ever locked for longer than the window.
 * @throws Problem request.tooMany
 */
export async function countAttempt(service: Service, kind: keyof typeof limits, ...what: string[]): Promise<void> {
  const { max, windowMs } = limits[kind]
  const now = service.now()
  const { count, firstEnd } = await service.db.transaction((tx) =>
    insertAttempt(tx, keyOf(kind, what), now, now + windowMs),
  )
  if (count > max)
    throw new Problem('request.tooMany', { retryAfterS: Math.max(1, Math.ceil((firstEnd - now) / 1000)) })
}

/** Whoever was right starts anew; in the transaction of what the tries were for. */
export async function forgetAttempts(tx: Transaction, kind: keyof typeof limits, ...what: string[]): Promise<void> {
  await deleteAttempts(tx, keyOf(kind, what))
}

const keyOf = (kind: string, what: readonly string[]) =>
  hashSecret(JSON.stringify([kind, ...what.map((each) => each.normalize('NFKC').trim().toLowerCase())]))

import { timingSafeEqual } from 'node:crypto'
import { networkOf } from '@helioport/contract/network-of'
import { keyedHash } from '../../base/seal.ts'
import { newSecret } from '../../base/secret.ts'
import { Problem } from '../../base/problem.ts'
import type { Service } from '../../base/service.ts'
import { findKnownBrowserOf } from './known-browser.ts'
import { type Attempt, countAttempt, type LimitKind, tryAttempt } from './throttle.ts'

/** How long a caller waits whom the guesses of others would keep out. */
export const waitMs = 15_000
/** A wait that nobody came back from is forgotten after this long. */
const ticketMs = 5 * 60_000
const maxTicketLength = 300

/** What is known of a caller who is not signed in. */
export interface Guesser {
  ip: string
  /** Token that the browser was given when an account signed in there before. */
  browser: string | null
  /** What a former refusal gave it to come back with. */
  wait: string | null
  setWait: (ticket: string, expiresAt: number) => void
}

/** A guess that may be looked at. */
interface Guess {
  attempt: Attempt
  /** The account knows the browser. */
  isKnownBrowser: boolean
}

/** What one address may ask for, whomever it guesses at. */
const addressLimit: Record<'signIn' | 'code', [LimitKind, ...string[]]> = {
  signIn: ['signInAddress'],
  code: ['address', 'reset'],
}

/**
 * Counts a guess at the secret of an account, before it is looked at. `subject` is the account's id, or where there is
 * none the name that was typed: all names of an account have one budget. Strangers who use it up keep nobody out:
 * a browser that the account knows has a budget of its own, and anybody else is told to come back, and then has one
 * of a second budget, of which no address has more than a little. Together strangers have twenty guesses in five minutes.
 * @throws Problem request.tooMany with the time after which it is worth while to come back
 */
export async function countGuessAt(
  service: Service,
  kind: 'signIn' | 'code',
  subject: string,
  caller: Guesser,
): Promise<Guess> {
  const browser = await findKnownBrowserOf(service, caller.browser)
  if (browser !== null && browser.accountId === subject) {
    return { attempt: await countAttempt(service, kind, 'browser', browser.key), isKnownBrowser: true }
  }
  // What others send from the same address is not the fault of a browser that the account knows.
  await countAttempt(service, ...addressLimit[kind], caller.ip)
  const open = await tryAttempt(service, kind, 'account', subject)
  if (open.isAllowed) return { attempt: open, isKnownBrowser: false }
  const now = service.now()
  const place = [kind, subject.trim().toLowerCase(), networkOf(caller.ip)]
  const ticket = readTicket(service, caller.wait, place)
  if (ticket === null || ticket.ripeAt + ticketMs <= now) {
    caller.setWait(newTicket(service, place, now + waitMs), now + waitMs + ticketMs)
    throw tooEarly(waitMs)
  }
  if (ticket.ripeAt > now) throw tooEarly(ticket.ripeAt - now)
  await countAttempt(service, 'ticket', ticket.nonce)
  await countAttempt(service, 'waitedAddress', kind, subject, caller.ip)
  return { attempt: await countAttempt(service, 'waited', kind, subject), isKnownBrowser: false }
}

const tooEarly = (ms: number) => new Problem('request.tooMany', { retryAfterS: Math.ceil(ms / 1000) })

/** `nonce.ripeAt.signature`: good for one guess of this kind at this account from this address. */
function newTicket(service: Service, place: string[], ripeAt: number): string {
  const nonce = newSecret()
  return `${nonce}.${ripeAt}.${signatureOf(service, place, nonce, String(ripeAt)).toString('base64url')}`
}

function readTicket(service: Service, text: string | null, place: string[]) {
  if (text === null || text.length > maxTicketLength) return null
  const [nonce = '', ripeAt = '', signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(service, place, nonce, ripeAt)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return { nonce, ripeAt: Number(ripeAt) }
}

const signatureOf = (service: Service, place: string[], nonce: string, ripeAt: string) =>
  keyedHash(service.settings.key, 'wait', ...place, nonce, ripeAt)

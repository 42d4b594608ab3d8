import { timingSafeEqual } from 'node:crypto'
import { networkOf } from '@helioport/contract/network-of'
import { keyedHash } from '../../base/seal.ts'
import { newSecret } from '../../base/secret.ts'
import { Problem } from '../../base/problem.ts'
import type { Service } from '../../base/service.ts'
import { findKnownBrowserOf } from './known-browser.ts'
import { type Attempt, countAttempt, type LimitKind, tryAttempt } from './throttle.ts'

/** How long a caller waits after strangers have used up the account's budget of guesses. */
export const waitMs = 15_000
/** How long a ticket stays valid after its wait. */
const ticketMs = 5 * 60_000
const maxTicketLength = 300

/** A caller without a session. */
export interface Guesser {
  ip: string
  /** Token that the browser got at an earlier sign-in of an account. */
  browser: string | null
  /** Ticket that an earlier refusal issued. */
  wait: string | null
  setWait: (ticket: string, expiresAt: number) => void
}

/** A guess that may be checked. */
interface Guess {
  attempt: Attempt
  /** The account knows the browser. */
  isKnownBrowser: boolean
}

/** Limit per address, over all accounts. */
const addressLimit: Record<'signIn' | 'code', [LimitKind, ...string[]]> = {
  signIn: ['signInAddress'],
  code: ['address', 'reset'],
}

/**
 * Counts a guess at the secret of an account before it is checked. `subject` is the account's id, or the typed name
 * where no account has it: all names of an account share one budget. Strangers who use it up lock nobody out: a known
 * browser has its own budget, and any other caller gets a ticket, waits, and then takes a guess from a second budget,
 * which is limited per address. Together strangers have twenty guesses in five minutes.
 * @throws Problem request.tooMany with the time after which a retry can succeed
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
  // Not counted for a known browser: others may use up the limit of its address.
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

/** `nonce.ripeAt.signature`: valid for one guess of this kind at this account from this network. */
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

import Type, { type Static } from 'typebox'
import { mailFailures, mailKinds, mailSamples, mailStates, sentSamples } from '../mail-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** A mail or text message to the account, and its delivery state. */
export const OwnMail = object({
  id: Id,
  channel: oneOf(['mail', 'sms']),
  kind: oneOf(mailKinds),
  /** Whether it is a sample that the person requested. */
  sample: Type.Boolean(),
  /** Empty if it contained a code. */
  subject: Type.String(),
  recipient: Type.String(),
  state: oneOf(mailStates),
  createdAt: Instant,
  /** When the mail server accepted it, or the SMS gateway confirmed delivery; null: not yet, or never. */
  deliveredAt: Nullable(Instant),
  /** The gateway's own reason for a failed delivery; empty: none given. */
  gatewayReason: Type.String(),
  tries: Type.Integer(),
  /** Of the last attempt if it failed; `status`: the server's reply code. */
  failure: Nullable(oneOf(mailFailures)),
  status: Nullable(Type.Integer()),
  /** Time of the next attempt; null: none. */
  nextAt: Nullable(Instant),
})
export type OwnMail = Static<typeof OwnMail>

/** A kind of mail that can be previewed. */
export const MailSampleState = object({
  kind: oneOf(mailSamples),
  /** False: the account has no data for it yet. */
  hasContent: Type.Boolean(),
  sendable: Type.Boolean(),
})
export type MailSampleState = Static<typeof MailSampleState>

export const MailSampleQuery = object({ kind: oneOf(mailSamples) })
export const MailSampleInput = object({ kind: oneOf(sentSamples) })

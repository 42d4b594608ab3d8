import Type, { type Static } from 'typebox'
import { mailFailures, mailKinds, mailSamples, mailStates, sentSamples } from '../mail-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** A mail or short message to the account, with what became of it. */
export const OwnMail = object({
  id: Id,
  channel: oneOf(['mail', 'sms']),
  kind: oneOf(mailKinds),
  /** Whether the person asked for it to see one. */
  sample: Type.Boolean(),
  /** Empty where it held a code. */
  subject: Type.String(),
  recipient: Type.String(),
  state: oneOf(mailStates),
  createdAt: Instant,
  /** When it was taken, or came to the phone where the gateway says so; null: not yet, or never. */
  deliveredAt: Nullable(Instant),
  /** Why it did not come to the phone, in the gateway's own words; empty where it says none. */
  gatewayReason: Type.String(),
  tries: Type.Integer(),
  /** Of the last try, where it came to nothing; `status`: what the server answered. */
  failure: Nullable(oneOf(mailFailures)),
  status: Nullable(Type.Integer()),
  /** When it is tried next; null: no more. */
  nextAt: Nullable(Instant),
})
export type OwnMail = Static<typeof OwnMail>

/** A kind of mail that can be looked at. */
export const MailSampleState = object({
  kind: oneOf(mailSamples),
  /** False: nothing has happened yet that it could tell. */
  hasContent: Type.Boolean(),
  sendable: Type.Boolean(),
})
export type MailSampleState = Static<typeof MailSampleState>

export const MailSampleQuery = object({ kind: oneOf(mailSamples) })
export const MailSampleInput = object({ kind: oneOf(sentSamples) })

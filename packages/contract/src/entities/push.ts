import Type, { type Static } from 'typebox'
import { pushRules } from '../push-rules.ts'
import { Id, Instant, Nullable, object } from './common.ts'

/** A browser that its person lets show alarms. */
export const PushDevice = object({
  id: Id,
  /** Browser and system in a few words, as the browser says it. */
  name: Type.String(),
  /** SHA-256 of the address that it is reached at, in hex: by it a browser knows itself. */
  endpointHash: Type.String(),
  createdAt: Instant,
  /** When it was last reached; null: never yet. */
  lastUsedAt: Nullable(Instant),
  /** Since when nothing reaches it; null: the last message did. */
  failingSince: Nullable(Instant),
})
export type PushDevice = Static<typeof PushDevice>

/** As the browser gives it out. */
export const PushDeviceInput = object({
  endpoint: Type.String(pushRules.endpoint),
  p256dh: Type.String(pushRules.p256dh),
  auth: Type.String(pushRules.auth),
})
export type PushDeviceInput = Static<typeof PushDeviceInput>

/** By this key browsers know the portal's messages: a point of P-256 in base64url. */
export const PushKey = object({ publicKey: Type.String() })

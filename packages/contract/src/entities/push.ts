import Type, { type Static } from 'typebox'
import { pushRules } from '../push-rules.ts'
import { Id, Instant, Nullable, object } from './common.ts'

/** A browser that a person has allowed to show alarms. */
export const PushDevice = object({
  id: Id,
  /** Short name of browser and system, from the user agent. */
  name: Type.String(),
  /** SHA-256 of its push endpoint, in hex: a browser recognises itself by this hash. */
  endpointHash: Type.String(),
  createdAt: Instant,
  /** Last successful delivery; null: none yet. */
  lastUsedAt: Nullable(Instant),
  /** Since when deliveries fail; null: the last one succeeded. */
  failingSince: Nullable(Instant),
})
export type PushDevice = Static<typeof PushDevice>

/** Push subscription as the browser returns it. */
export const PushDeviceInput = object({
  endpoint: Type.String(pushRules.endpoint),
  p256dh: Type.String(pushRules.p256dh),
  auth: Type.String(pushRules.auth),
})
export type PushDeviceInput = Static<typeof PushDeviceInput>

/** Key by which browsers verify the portal's messages: a point of P-256 in base64url. */
export const PushKey = object({ publicKey: Type.String() })

import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** One requested write, executed or refused. The rows of a day form a hash chain. */
export const Operation = object({
  id: Id,
  at: Instant,
  accountId: Nullable(Id),
  userName: Type.String(),
  /** The endpoint, e.g. `POST /stations`. */
  action: Type.String(),
  /** Station or device that the request named. */
  stationId: Nullable(Id),
  stationName: Nullable(Type.String()),
  deviceId: Nullable(Id),
  deviceName: Nullable(Type.String()),
  /** Null: executed; otherwise the error code of the refusal. */
  errorCode: Nullable(Type.String()),
  traceId: Type.String(),
  /** Name of the API key that made the request; null: made by the person. */
  apiKey: Nullable(Type.String()),
})
export type Operation = Static<typeof Operation>

/** One attempt to sign in to an account. */
export const SignIn = object({
  id: Id,
  at: Instant,
  accountId: Id,
  userName: Type.String(),
  /** Null: signed in; otherwise the error code of the refusal. */
  errorCode: Nullable(Type.String()),
  address: Type.String(),
  /** Location of the caller, derived from the address: the portal's machine, a private network, or the internet. */
  place: oneOf(['thisMachine', 'localNetwork', 'internet'] as const),
  /** True: no earlier attempt in the log for this account came from this address. */
  isNewAddress: Type.Boolean(),
  agent: Type.String(),
})
export type SignIn = Static<typeof SignIn>

/** The signed last hash of one day (UTC) of the operation log's hash chain. */
export const AuditHead = object({
  day: Type.String({ format: 'date' }),
  rows: Type.Integer(),
  /** SHA-256 of the day's last row, hex. */
  hash: Type.String(),
  /** Ed25519 over `day rows hash`, base64url, and the public key (SPKI) to check it. */
  signature: Type.String(),
  publicKey: Type.String(),
  signedAt: Instant,
})
export type AuditHead = Static<typeof AuditHead>

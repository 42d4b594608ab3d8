import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** One write that was asked for, done or refused. The rows of a day form a hash chain. */
export const Operation = object({
  id: Id,
  at: Instant,
  accountId: Nullable(Id),
  userName: Type.String(),
  /** The endpoint, e.g. `POST /stations`. */
  action: Type.String(),
  /** What the request named, as far as it lies at a station. */
  stationId: Nullable(Id),
  stationName: Nullable(Type.String()),
  deviceId: Nullable(Id),
  deviceName: Nullable(Type.String()),
  /** Null: done; otherwise the error code of the refusal. */
  errorCode: Nullable(Type.String()),
  traceId: Type.String(),
  /** Name of the API key that asked for it; null: the person. */
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
  /** What the address says of where the caller was: on the portal's machine, in a network of its own, or anywhere. */
  place: oneOf(['thisMachine', 'localNetwork', 'internet'] as const),
  /** No attempt of before, of those that are kept, came to this account from there. */
  isNewAddress: Type.Boolean(),
  agent: Type.String(),
})
export type SignIn = Static<typeof SignIn>

/** The signed end of one day (UTC) of the operation log's hash chain. */
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

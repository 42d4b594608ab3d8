import Type, { type Static } from 'typebox'
import { passkeyRules } from '../account-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** Bytes as base64url, of which there are at most so many signs. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Bytes(1400)
const ClientData = Bytes(4096)
const Challenge = Bytes(100)

/** How a browser reaches the authenticator that holds a passkey. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const PasskeyName = Type.String(passkeyRules.name)

/** A key pair of which the service has the public half; the other half never leaves the authenticator. */
export const Passkey = object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  /** Kept by more than one device: the loss of one is not the loss of the key. */
  isSynced: Type.Boolean(),
})
export type Passkey = Static<typeof Passkey>

const KnownCredential = object({ id: Type.String(), transports: Type.Array(Type.String()) })

/** What a browser needs to make a passkey. */
export const PasskeyCreation = object({
  challenge: Challenge,
  domain: Type.String(),
  userHandle: Type.String(),
  userName: Type.String(),
  /** Passkeys that the account has: an authenticator that holds one makes no second. */
  known: Type.Array(KnownCredential),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** What a browser needs to use one; `known` is empty where the person chooses among what the authenticator holds. */
export const PasskeyQuestion = object({
  challenge: Challenge,
  domain: Type.String(),
  known: Type.Array(KnownCredential),
})
export type PasskeyQuestion = Static<typeof PasskeyQuestion>

/** What a browser answers that made one. */
export const CreatedPasskey = object({
  credentialId: CredentialId,
  clientData: ClientData,
  attestation: Bytes(16_384),
  transports: Type.Array(oneOf(passkeyTransports), { maxItems: passkeyTransports.length, uniqueItems: true }),
})
export type CreatedPasskey = Static<typeof CreatedPasskey>

/** What a browser answers that used one. */
export const UsedPasskey = object({
  credentialId: CredentialId,
  clientData: ClientData,
  authenticatorData: Bytes(4096),
  signature: Bytes(2048),
  userHandle: Nullable(Bytes(100)),
})
export type UsedPasskey = Static<typeof UsedPasskey>

import Type, { type Static } from 'typebox'
import { passkeyRules } from '../account-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** Bytes as base64url, limited in characters. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Bytes(1400)
const ClientData = Bytes(4096)
const Challenge = Bytes(100)

/** Transports between a browser and an authenticator. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const PasskeyName = Type.String(passkeyRules.name)

/** A key pair: the service stores the public key, the private key never leaves the authenticator. */
export const Passkey = object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  /** True: synced to several devices, so losing one device does not lose the key. */
  isSynced: Type.Boolean(),
})
export type Passkey = Static<typeof Passkey>

const KnownCredential = object({ id: Type.String(), transports: Type.Array(Type.String()) })

/** Data that a browser needs to create a passkey. */
export const PasskeyCreation = object({
  challenge: Challenge,
  domain: Type.String(),
  userHandle: Type.String(),
  userName: Type.String(),
  /** The account's existing passkeys, so that an authenticator does not create a second one. */
  known: Type.Array(KnownCredential),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** Data that a browser needs to use a passkey; `known` empty: the person chooses among the authenticator's passkeys. */
export const PasskeyQuestion = object({
  challenge: Challenge,
  domain: Type.String(),
  known: Type.Array(KnownCredential),
})
export type PasskeyQuestion = Static<typeof PasskeyQuestion>

/** A browser's reply after creating a passkey. */
export const CreatedPasskey = object({
  credentialId: CredentialId,
  clientData: ClientData,
  attestation: Bytes(16_384),
  transports: Type.Array(oneOf(passkeyTransports), { maxItems: passkeyTransports.length, uniqueItems: true }),
})
export type CreatedPasskey = Static<typeof CreatedPasskey>

/** A browser's reply after using a passkey. */
export const UsedPasskey = object({
  credentialId: CredentialId,
  clientData: ClientData,
  authenticatorData: Bytes(4096),
  signature: Bytes(2048),
  userHandle: Nullable(Bytes(100)),
})
export type UsedPasskey = Static<typeof UsedPasskey>

import Type from 'typebox'
import { Session } from '../entities/account.ts'
import { Id, Instant, object } from '../entities/common.ts'
import {
  CreatedPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyName,
  PasskeyQuestion,
  UsedPasskey,
} from '../entities/passkey.ts'
import { AccountSecurity } from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const ofPasskey = object({ passkeyId: Id })

/** Passkeys (WebAuthn) beside the password; using one requires user verification such as a fingerprint. */
export const passkeyEndpoints = {
  'GET /passkeys': {
    access: 'account',
    summary: 'Passkeys of the own account, oldest first',
    reply: Type.Array(Passkey),
    errors: [],
  },
  'POST /passkeys/challenge': {
    access: 'account',
    unlogged: true,
    proof: true,
    summary: 'What a browser needs to make a passkey; good for one try of this session, for five minutes',
    reply: PasskeyCreation,
    errors: ['passkey.unavailable', 'passkey.tooMany'],
  },
  'POST /passkeys': {
    access: 'account',
    proof: true,
    summary: 'Add the passkey that a browser made',
    body: object({ name: PasskeyName, created: CreatedPasskey }),
    reply: Passkey,
    errors: ['passkey.unavailable', 'passkey.refused', 'passkey.tooMany', 'request.tooMany'],
  },
  'PUT /passkeys/:passkeyId': {
    access: 'account',
    summary: 'Give a passkey another name',
    params: ofPasskey,
    body: object({ name: PasskeyName }),
    reply: Passkey,
    errors: ['notFound'],
  },
  'DELETE /passkeys/:passkeyId': {
    access: 'account',
    proof: true,
    summary: 'Remove a passkey: it opens nothing any more',
    params: ofPasskey,
    reply: Nothing,
    errors: ['notFound'],
  },
  'PUT /account/passkey-required': {
    access: 'account',
    proof: true,
    summary: 'Whether the password alone is not enough: a sign-in takes a passkey, or password and a recovery code',
    body: object({ required: Type.Boolean() }),
    reply: AccountSecurity,
    errors: ['conflict'],
  },
  'POST /session/passkey/challenge': {
    access: 'anyone',
    unlogged: true,
    summary: 'What a browser needs to sign in with a passkey; good for one try, for five minutes',
    reply: PasskeyQuestion,
    errors: ['passkey.unavailable', 'request.tooMany'],
  },
  'POST /session/passkey': {
    access: 'anyone',
    unlogged: true,
    summary: 'Sign in with a passkey; it stands in for password and code',
    body: UsedPasskey,
    reply: Session,
    errors: ['passkey.unavailable', 'passkey.refused', 'session.accountInactive', 'request.tooMany'],
  },
  'POST /session/proof/passkey/challenge': {
    access: 'account',
    unlogged: true,
    summary: 'What a browser needs to prove its person by a passkey of the account',
    reply: PasskeyQuestion,
    errors: ['passkey.unavailable', 'request.tooMany'],
  },
  'POST /session/proof/passkey': {
    access: 'account',
    summary: 'Prove again to be the person who signed in, by a passkey of the account',
    body: UsedPasskey,
    reply: object({ provedUntil: Instant }),
    errors: ['passkey.unavailable', 'passkey.refused', 'request.tooMany'],
  },
} as const satisfies Record<string, EndpointSpec>

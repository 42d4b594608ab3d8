import Type from 'typebox'
import { Session } from '../entities/account.ts'
import { Id, Instant, object } from '../entities/common.ts'
import { OpenSession, Password, SecondFactor, SignInWays } from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

export const sessionEndpoints = {
  'POST /session': {
    access: 'anyone',
    summary:
      'Sign in by user name or email; with the code of the authenticator app, or a recovery code, where the account asks for it',
    body: object({
      account: Type.String({ minLength: 1, maxLength: 200 }),
      password: Password,
      code: Type.Optional(SecondFactor),
    }),
    reply: Session,
    errors: [
      'session.wrongCredentials',
      'session.accountInactive',
      'session.codeRequired',
      'session.passkeyRequired',
      'session.wrongCode',
      'request.tooMany',
    ],
  },
  'GET /session/ways': {
    access: 'anyone',
    summary: 'Ways to sign in besides account and password',
    reply: SignInWays,
    errors: [],
  },
  'GET /session': { access: 'account', summary: 'Who is signed in', reply: Session, errors: [] },
  'DELETE /session': { access: 'account', summary: 'Sign out', reply: Nothing, errors: [] },
  'POST /session/view': {
    access: 'main',
    summary:
      'See the portal as a sub-account, or as an account that shares own stations, sees it; nothing can be written',
    body: object({ accountId: Id }),
    reply: Session,
    errors: ['notFound', 'session.viewOnly'],
  },
  'DELETE /session/view': {
    access: 'account',
    summary: 'Back from looking as another account to the own session',
    reply: Session,
    errors: ['conflict'],
  },
  'POST /session/proof': {
    access: 'account',
    summary: 'Prove again to be the person who signed in; for a few minutes that opens what asks for a proof',
    body: object({ password: Password, code: Type.Optional(SecondFactor) }),
    reply: object({ provedUntil: Instant }),
    errors: [
      'password.wrong',
      'session.codeRequired',
      'session.passkeyRequired',
      'session.wrongCode',
      'request.tooMany',
    ],
  },
  'GET /sessions': {
    access: 'account',
    summary: 'Where the account is signed in, last seen first',
    reply: Type.Array(OpenSession),
    errors: [],
  },
  'DELETE /sessions/:sessionId': {
    access: 'account',
    summary: 'End one session',
    params: object({ sessionId: Id }),
    reply: Nothing,
    errors: ['notFound'],
  },
  'DELETE /sessions': {
    access: 'account',
    summary: 'End all sessions but this one; says how many there were',
    reply: object({ ended: Type.Integer() }),
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>

import Type from 'typebox'
import { Session } from '../entities/account.ts'
import { Id, object } from '../entities/common.ts'
import { OpenidAnswer, OpenidIdentity } from '../entities/openid.ts'
import { Password, SecondFactor } from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

/**
 * Sign-in over OpenID Connect. It starts and returns through two addresses that the browser navigates to (openidPaths);
 * these endpoints complete it in the page.
 */
export const openidEndpoints = {
  'GET /session/openid': {
    access: 'anyone',
    summary: 'What the company has said of who came back from it in this browser',
    reply: OpenidAnswer,
    errors: ['openid.ended', 'openid.noAccount'],
  },
  'POST /session/openid': {
    access: 'anyone',
    unlogged: true,
    summary:
      'Sign in as who came back from the company; the first time with the password of the account that has the address, and with its code where it asks for one',
    body: object({ password: Type.Optional(Password), code: Type.Optional(SecondFactor) }),
    reply: Session,
    errors: [
      'openid.ended',
      'openid.noAccount',
      'openid.passwordRequired',
      'session.wrongCredentials',
      'session.accountInactive',
      'session.codeRequired',
      'session.passkeyRequired',
      'session.wrongCode',
      'request.tooMany',
    ],
  },
  'GET /account/openid-identities': {
    access: 'account',
    summary: 'People at companies who sign in to the own account',
    reply: Type.Array(OpenidIdentity),
    errors: [],
  },
  'DELETE /account/openid-identities/:openidIdentityId': {
    access: 'account',
    proof: true,
    summary: 'Unlink a person at a company: the next sign-in from there asks for the password again',
    params: object({ openidIdentityId: Id }),
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>

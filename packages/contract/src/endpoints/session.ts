import Type from 'typebox'
import { Session } from '../entities/account.ts'
import { object } from '../entities/common.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

export const sessionEndpoints = {
  'POST /session': {
    access: 'anyone',
    summary: 'Sign in by user name or email',
    body: object({
      account: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    reply: Session,
    errors: ['session.wrongCredentials', 'session.accountInactive', 'request.tooMany'],
  },
  'GET /session': { access: 'account', summary: 'Who is signed in', reply: Session, errors: [] },
  'DELETE /session': { access: 'account', summary: 'Sign out', reply: Nothing, errors: [] },
} as const satisfies Record<string, EndpointSpec>

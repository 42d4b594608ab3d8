import Type from 'typebox'
import { accountRules } from '../account-rules.ts'
import { Id, object } from '../entities/common.ts'
import {
  AccountSecurity,
  Code,
  Email,
  EmailAddress,
  NewPassword,
  Password,
  RecoveryCodes,
  TotpSecret,
} from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const Phone = Type.String(accountRules.boundPhone)

export const securityEndpoints = {
  'GET /account/security': {
    access: 'account',
    summary: 'Emails, phone and authenticator app of the own account',
    reply: AccountSecurity,
    errors: [],
  },
  'PUT /account/password': {
    access: 'account',
    summary: 'Change the password; all other sessions end',
    body: object({ oldPassword: Password, password: NewPassword, passwordAgain: NewPassword }),
    reply: Nothing,
    errors: ['password.wrong', 'password.same', 'password.mismatch', 'session.proofRequired', 'request.tooMany'],
  },
  'POST /account/emails/code': {
    access: 'account',
    summary: 'Mail a code to an address that is to be bound',
    body: object({ email: EmailAddress }),
    reply: Nothing,
    errors: ['request.tooMany'],
  },
  'POST /account/emails': {
    access: 'account',
    proof: true,
    summary: 'Bind an address with the code mailed to it',
    body: object({ email: EmailAddress, code: Code }),
    reply: Email,
    errors: ['code.wrong', 'request.tooMany'],
  },
  'PUT /account/emails/:emailId/primary': {
    access: 'account',
    proof: true,
    summary: 'Have mails sent to this address',
    params: object({ emailId: Id }),
    reply: Email,
    errors: ['notFound'],
  },
  'DELETE /account/emails/:emailId': {
    access: 'account',
    proof: true,
    summary: 'Unbind an address; the primary one stays',
    params: object({ emailId: Id }),
    reply: Nothing,
    errors: ['notFound', 'email.last'],
  },
  'POST /account/phone/code': {
    access: 'account',
    summary: 'Send a code to a phone that is to be bound',
    body: object({ phone: Phone }),
    reply: Nothing,
    errors: ['request.tooMany'],
  },
  'PUT /account/phone': {
    access: 'account',
    proof: true,
    summary: 'Bind a phone with the code sent to it',
    body: object({ phone: Phone, code: Code }),
    reply: AccountSecurity,
    errors: ['code.wrong', 'request.tooMany'],
  },
  'DELETE /account/phone': {
    access: 'account',
    proof: true,
    summary: 'Unbind the phone: it takes no codes any more',
    reply: Nothing,
    errors: ['notFound'],
  },
  'POST /account/totp': {
    access: 'account',
    proof: true,
    summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
    reply: TotpSecret,
    errors: ['conflict'],
  },
  'PUT /account/totp': {
    access: 'account',
    proof: true,
    summary: 'Confirm the authenticator app: from now on a sign-in needs its code',
    body: object({ code: Code }),
    reply: AccountSecurity,
    errors: ['session.wrongCode', 'conflict', 'request.tooMany'],
  },
  'DELETE /account/totp': {
    access: 'account',
    proof: true,
    summary: 'Sign in without an authenticator app again',
    reply: Nothing,
    errors: [],
  },
  'POST /account/recovery-codes': {
    access: 'account',
    proof: true,
    summary: 'New recovery codes for the day without authenticator app or passkey; former ones end',
    reply: RecoveryCodes,
    errors: ['conflict'],
  },
} as const satisfies Record<string, EndpointSpec>

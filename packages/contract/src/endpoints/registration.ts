import Type from 'typebox'
import { object } from '../entities/common.ts'
import {
  Code,
  EmailAddress,
  FirstAccount,
  LinkToken,
  LocaleOfMails,
  NewPassword,
  Registration,
  Unsubscribed,
} from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

/** A user name or an email; the reply does not reveal whether the account exists. */
const AnyAccount = Type.String({ minLength: 1, maxLength: 200 })

/**
 * Endpoints for people who are not signed in. Replies do not depend on whether an account exists; only the mail tells.
 */
export const registrationEndpoints = {
  'GET /first-run': {
    access: 'anyone',
    summary: 'Whether the portal waits for its first account',
    reply: object({ isOpen: Type.Boolean() }),
    errors: [],
  },
  'POST /first-run': {
    access: 'anyone',
    summary: 'The first account of an empty portal, by the code that its start printed; it operates the portal',
    body: FirstAccount,
    reply: object({ userName: Type.String() }),
    errors: [
      'code.wrong',
      'firstRun.done',
      'password.mismatch',
      'account.userNameTaken',
      'account.emailTaken',
      'request.tooMany',
    ],
  },
  'POST /registration/code': {
    access: 'anyone',
    summary: 'Mail a verification code to an address that wants to register',
    body: object({ email: EmailAddress, locale: LocaleOfMails }),
    reply: Nothing,
    errors: ['request.tooMany'],
  },
  'POST /registration': {
    access: 'anyone',
    summary: 'Register; the account is active once the mailed link was opened',
    body: Registration,
    reply: Nothing,
    errors: ['code.wrong', 'password.mismatch', 'request.tooMany'],
  },
  'POST /registration/activation-mail': {
    access: 'anyone',
    summary: 'Mail the activation link again; former links end',
    body: object({ account: AnyAccount }),
    reply: Nothing,
    errors: ['request.tooMany'],
  },
  'POST /registration/activation': {
    access: 'anyone',
    summary: 'Activate the account of a mailed link, once and within 24 hours',
    body: object({ token: LinkToken }),
    reply: object({ userName: Type.String() }),
    errors: ['link.invalid', 'request.tooMany'],
  },
  'POST /password/code': {
    access: 'anyone',
    summary: 'Mail a code for a new password',
    body: object({ account: AnyAccount }),
    reply: Nothing,
    errors: ['request.tooMany'],
  },
  'POST /password': {
    access: 'anyone',
    summary: 'Set a new password with a mailed code; all sessions of the account end',
    body: object({ account: AnyAccount, code: Code, password: NewPassword, passwordAgain: NewPassword }),
    reply: Nothing,
    errors: ['code.wrong', 'password.mismatch', 'request.tooMany'],
  },
  'POST /unsubscription': {
    access: 'anyone',
    summary: 'Stop a daily mail by the link at its end',
    body: object({ token: LinkToken }),
    reply: Unsubscribed,
    errors: ['link.invalid', 'request.tooMany'],
  },
} as const satisfies Record<string, EndpointSpec>

import Type from 'typebox'
import { object } from '../entities/common.ts'
import { MailSampleInput, MailSampleQuery, MailSampleState, OwnMail } from '../entities/own-mail.ts'
import { type EndpointSpec, Nothing, page } from './endpoint.ts'

export const ownMailEndpoints = {
  'GET /account/mails': {
    access: 'account',
    summary: 'Mails and short messages to the own account of the last 30 days, newest first, and whether they arrived',
    query: object(page),
    reply: Type.Array(OwnMail),
    paged: true,
    errors: [],
  },
  'POST /account/mails': {
    access: 'account',
    summary: 'Send oneself a mail of a kind now, made of the own figures; a few an hour',
    body: MailSampleInput,
    reply: OwnMail,
    errors: ['mail.noAddress', 'mail.nothingToTell', 'request.tooMany'],
  },
  'GET /account/mail-samples': {
    access: 'account',
    summary: 'Kinds of mails that can be looked at, and which of them have something to tell',
    reply: Type.Array(MailSampleState),
    errors: [],
  },
  'GET /account/mail-sample': {
    access: 'account',
    summary: 'A mail as it would come now, as a page for a frame without rights',
    query: MailSampleQuery,
    reply: Nothing,
    download: true,
    errors: ['mail.nothingToTell'],
  },
} as const satisfies Record<string, EndpointSpec>

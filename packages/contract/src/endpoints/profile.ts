import { Picture } from '../entities/picture.ts'
import { AlarmMails, Notifications, Profile, ProfileInput } from '../entities/security.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const refusals = ['request.tooLarge', 'picture.invalid', 'picture.tooManyPixels', 'service.unavailable'] as const

export const profileEndpoints = {
  'GET /account/profile': { access: 'account', summary: 'What the own pages show', reply: Profile, errors: [] },
  'PUT /account/profile': {
    access: 'account',
    summary: 'Choose the figures of the account page',
    body: ProfileInput,
    reply: Profile,
    errors: [],
  },
  'PUT /account/avatar': {
    access: 'account',
    summary: 'Set the own avatar',
    upload: 'image',
    reply: Picture,
    errors: refusals,
  },
  'DELETE /account/avatar': { access: 'account', summary: 'Take the own avatar away', reply: Nothing, errors: [] },
  'PUT /account/logo': {
    access: 'account',
    summary: 'Set the logo of the own pages',
    upload: 'image',
    reply: Picture,
    errors: refusals,
  },
  'DELETE /account/logo': {
    access: 'account',
    summary: 'Take the logo of the own pages away',
    reply: Nothing,
    errors: [],
  },
  'GET /account/notifications': {
    access: 'account',
    summary: 'Which mails come every day, and their language',
    reply: Notifications,
    errors: [],
  },
  'PUT /account/notifications': {
    access: 'account',
    summary: 'Choose which mails come every day, and their language',
    body: Notifications,
    reply: Notifications,
    errors: [],
  },
  'GET /account/alarm-mails': {
    access: 'account',
    summary: 'Which alarms are mailed, and when none are',
    reply: AlarmMails,
    errors: [],
  },
  'PUT /account/alarm-mails': {
    access: 'account',
    summary: 'Choose which alarms are mailed, and when none are',
    body: AlarmMails,
    reply: AlarmMails,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>

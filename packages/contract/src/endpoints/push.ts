import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { PushDevice, PushDeviceInput, PushKey } from '../entities/push.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

export const pushEndpoints = {
  'GET /push-key': {
    access: 'account',
    summary: 'The public key of the portal, which a browser asks for before it takes messages',
    reply: PushKey,
    errors: [],
  },
  'GET /push-devices': {
    access: 'account',
    summary: 'Browsers that show alarms of the own account, newest first',
    reply: Type.Array(PushDevice),
    errors: [],
  },
  'POST /push-devices': {
    access: 'account',
    // Without a proof, someone with a stolen session would keep getting that person's alarms after the session has
    // ended.
    proof: true,
    summary: 'Have this browser show alarms; one that another account had is of this one from then on',
    body: PushDeviceInput,
    reply: PushDevice,
    errors: ['push.addressRefused', 'push.tooMany', 'request.tooMany'],
  },
  'POST /push-devices/:pushDeviceId/test': {
    access: 'account',
    summary: 'Show a message for trial on one of the own devices',
    params: object({ pushDeviceId: Id }),
    reply: Nothing,
    errors: ['notFound', 'request.tooMany'],
  },
  'DELETE /push-devices/:pushDeviceId': {
    access: 'account',
    summary: 'Send a browser no more',
    params: object({ pushDeviceId: Id }),
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>

import Type from 'typebox'
import { alarmCodes } from '../alarms.ts'
import { Alarm } from '../entities/alarm.ts'
import { Bulletin, BulletinInput, bulletinKinds } from '../entities/bulletin.ts'
import { Id, object, oneOf } from '../entities/common.ts'
import { type EndpointSpec, page } from './endpoint.ts'

export const recordEndpoints = {
  'GET /alarms': {
    access: 'account',
    right: 'alarms',
    summary: 'Alarm episodes, newest first',
    query: object({
      ...page,
      state: Type.Optional(oneOf(['open', 'closed'] as const)),
      class: Type.Optional(oneOf(['notice', 'fault'] as const)),
      code: Type.Optional(oneOf(alarmCodes)),
      stationId: Type.Optional(Id),
      deviceId: Type.Optional(Id),
    }),
    reply: Type.Array(Alarm),
    paged: true,
    errors: [],
  },
  'GET /bulletins': {
    access: 'account',
    summary: 'News or downloads in one language, newest first',
    query: object({ ...page, kind: oneOf(bulletinKinds), locale: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }) }),
    reply: Type.Array(Bulletin),
    paged: true,
    errors: [],
  },
  'POST /bulletins': {
    access: 'operator',
    summary: 'Publish news or a download',
    body: BulletinInput,
    reply: Bulletin,
    errors: ['access.denied'],
  },
} as const satisfies Record<string, EndpointSpec>

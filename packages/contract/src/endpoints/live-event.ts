import Type from 'typebox'
import { object } from '../entities/common.ts'
import { LiveEvent } from '../entities/live-event.ts'
import type { EndpointSpec } from './endpoint.ts'

export const liveEventEndpoints = {
  'GET /events': {
    access: 'account',
    summary: 'Hints, as they happen, that something in reach is worth asking for again (server-sent events)',
    query: object({
      /** For scripts: the stream ends after this many seconds; default: when the client disconnects. */
      forS: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    }),
    reply: LiveEvent,
    download: true,
    stream: true,
    errors: ['request.tooMany', 'service.unavailable'],
  },
} as const satisfies Record<string, EndpointSpec>

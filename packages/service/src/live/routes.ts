import type { Handlers } from '../http/handler.ts'
import { eventStream } from './event-stream.ts'
import type { Live } from './hub.ts'

export const liveRoutes = (live: Live) =>
  ({
    'GET /events': async (_service, { account, query }) => ({
      file: {
        type: 'text/event-stream; charset=utf-8',
        // Disables nginx's buffering.
        headers: { 'x-accel-buffering': 'no', 'cache-control': 'no-store, no-transform' },
        body: await eventStream(live, account, query.forS),
      },
    }),
  }) satisfies Partial<Handlers>

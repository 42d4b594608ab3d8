import { eventStream } from '../event-stream.ts'
import type { Handlers } from '../handler.ts'

export const liveEventHandlers: Handlers<'GET /events'> = {
  'GET /events': async (_service, { account, query, connection }) => ({
    file: {
      type: 'text/event-stream; charset=utf-8',
      // nginx would gather it.
      headers: { 'x-accel-buffering': 'no', 'cache-control': 'no-store, no-transform' },
      body: await eventStream(connection.live, account, query.forS),
    },
  }),
}

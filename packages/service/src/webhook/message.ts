import type { WebhookEvent } from '@helioport/contract'
import { iso } from '@helioport/time/node'

/** The body of a message. It is stored as text, so that every try sends and signs the same bytes. `at`: epoch ms. */
export const messageOf = (type: WebhookEvent | 'test', at: number, data: object) =>
  JSON.stringify({ type, timestamp: iso(at), data })

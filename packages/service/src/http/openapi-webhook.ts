import { webhookEvents } from '@helioport/contract'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Webhook messages of the portal: one operation for all events, distinguished by their type. */
export const webhookDocument = {
  event: {
    post: {
      summary: 'Something happened. At least once; the same message has the same webhook-id',
      parameters: [
        header('webhook-id', 'Id of the message'),
        header('webhook-timestamp', 'When it was sent, seconds since 1970'),
        header(
          'webhook-signature',
          'v1, and base64 of HMAC-SHA256 over `id.timestamp.body`; the key is the base64 behind `whsec_`',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { type: 'string', enum: [...webhookEvents, 'test'] },
                timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
                data: { type: 'object' },
              },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Taken. Anything else, and no answer within 5 s, is tried again for a day' } },
    },
  },
}

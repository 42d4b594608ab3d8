import { ingestBasePath, loggerHeader } from '@helioport/contract'
import {
  ClaimedLogger,
  GatewayReport,
  GatewaySettings,
  IngestBatch,
  IngestReply,
  LoggerClaim,
} from '@helioport/contract/ingest'
import { ackTopic, framesTopic } from '@helioport/contract/mqtt'

const json = (schema: object) => ({ 'application/json': { schema } })

const servers = [{ url: ingestBasePath }]

const stored = (data: object) => ({
  content: json({
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data },
  }),
})

/** Endpoints for loggers, outside the endpoint table: batches by HTTP, and the same batches by MQTT. */
export const ingestPaths = {
  '/claims': {
    servers,
    post: {
      operationId: 'POST /claims',
      summary: 'The key of a logger for the code that the page of its station showed: once, and for half an hour',
      security: [],
      requestBody: { required: true, content: json(LoggerClaim) },
      responses: {
        200: { description: 'Its serial, and a key that is told this once', ...stored(ClaimedLogger) },
        default: {
          description: 'Wrong, used and out of date are one answer (code.wrong)',
          content: json({ $ref: '#/components/schemas/Failure' }),
        },
      },
    },
  },
  '/gateway': {
    servers,
    post: {
      operationId: 'POST /gateway',
      summary: 'What a gateway reads now; the answer says what its owner wants it to read',
      security: [{ logger: [] }],
      requestBody: { required: true, content: json(GatewayReport) },
      responses: {
        200: { description: 'What it is to read; nulls: as it was started', ...stored(GatewaySettings) },
        default: { description: 'Nothing is stored', content: json({ $ref: '#/components/schemas/Failure' }) },
      },
    },
  },
  '/frames': {
    servers,
    post: {
      operationId: 'POST /frames',
      summary:
        'A batch of a data logger: idempotent on serial and time; each refused row is named, the others are kept',
      description: [
        'Authorization: `Logger <key>` (the key of the logger), or a key of its owner with the scope `ingest`; the',
        `header \`${loggerHeader}\` then names the logger by its serial. The body may be gzipped (Content-Encoding).`,
      ].join(' '),
      security: [{ logger: [] }, { key: ['ingest'] }],
      parameters: [{ name: loggerHeader, in: 'header', required: false, schema: { type: 'string', maxLength: 64 } }],
      requestBody: { required: true, content: json(IngestBatch) },
      responses: {
        200: {
          description: 'Stored',
          ...stored(IngestReply),
        },
        default: { description: 'Nothing is stored', content: json({ $ref: '#/components/schemas/Failure' }) },
      },
    },
    'x-mqtt': {
      summary: 'The same batch by MQTT 3.1.1, QoS 1, where the portal listens to a broker',
      publish: framesTopic('{serial}'),
      subscribe: ackTopic('{serial}'),
      payload:
        'One line `helioport1 <signature>`, then the body of POST /frames, plain or gzipped. The signature is HMAC-SHA256, ' +
        'base64url, over the topic, a line feed and the body; its key is the SHA-256 of the key of the logger. The ' +
        'answer is signed alike and names the signature that it answers (`of`), the `status` as HTTP would have it, ' +
        'and `data` or `errorCode`.',
    },
  },
}

export const loggerScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`Logger <key>`: the key of one data logger, from the page that connects it.',
}

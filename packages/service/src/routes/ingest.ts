import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findKeyedLogger, ingest } from '../rules/ingest.ts'
import type { KeyedLogger } from '../queries/logger.ts'
import { Problem } from '../rules/problem.ts'
import type { Service } from '../service.ts'
import { checkedBatch, maxSentBytes, readBatch, rowTests } from './ingest-batch.ts'
import { registerLoggerCommands } from './logger-commands.ts'

/** `POST /frames` and the commands: the door of the loggers. It knows no cookie, so a browser has no way in. */
export function registerIngest(app: FastifyInstance, service: Service): void {
  const loggers = new WeakMap<FastifyRequest, KeyedLogger>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readBatch(body, isGzip(request.headers['content-encoding'])),
  )
  app.route({
    method: 'POST',
    url: '/frames',
    bodyLimit: maxSentBytes,
    onRequest: async (request) => {
      loggers.set(request, await findKeyedLogger(service, readKey(request)))
    },
    handler: async (request) => {
      const logger = loggers.get(request)
      if (!logger) throw new Problem('logger.keyWrong')
      return { success: true, data: await ingest(service, logger, checkedBatch(request.body), rowTests) }
    },
  })
  registerLoggerCommands(app, service, (request) => findKeyedLogger(service, readKey(request)))
}

/** `Authorization: Logger <key>` */
function readKey(request: FastifyRequest): string | null {
  return /^Logger ([A-Za-z0-9_-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

function isGzip(encoding: string | undefined): boolean {
  if (encoding !== undefined && encoding !== 'identity' && encoding !== 'gzip') {
    throw new Problem('request.unsupportedType')
  }
  return encoding === 'gzip'
}

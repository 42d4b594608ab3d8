import { open } from 'node:fs/promises'
import { gatewayPath, gatewaySetupPath, ingestBasePath, loggerHeader } from '@helioport/contract'
import { claimPath, GatewayReport, LoggerClaim } from '@helioport/contract/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findKeyedLogger } from './find-logger.ts'
import { loggerOfPerson } from './person-key.ts'
import { ingest, type KeyedLogger, type SendingLogger } from './take-batch.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { holdQuota, readBearer } from '../http/key-door.ts'
import { openKey } from '../key/open-key.ts'
import { claimLogger } from './claim.ts'
import { takeGatewayReport } from './gateway.ts'
import { checkBody } from '../http/validate.ts'
import { checkedBatch, maxSentBytes, readBatch, rowTests } from './batch.ts'
import { isMostlyMalformed, isMalformedRequest, Refusals } from './refusals.ts'

/** `POST /frames`: batches of samples. */
export function registerIngest(app: FastifyInstance, service: Service): void {
  const loggers = new WeakMap<FastifyRequest, SendingLogger>()
  const refusals = new Refusals()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readBatch(body, isGzip(request.headers['content-encoding'])),
  )
  const byPerson = async (bearer: string, request: FastifyRequest, reply: FastifyReply) => {
    const { holder, quota } = await openKey(service, bearer)
    holdQuota(reply, quota)
    return loggerOfPerson(service, holder, request.headers[loggerHeader])
  }
  app.route({
    method: 'POST',
    url: '/frames',
    bodyLimit: maxSentBytes,
    onRequest: async (request, reply) => {
      const bearer = readBearer(request)
      const logger = bearer === null ? await loggerOf(service, request) : await byPerson(bearer, request, reply)
      refusals.check(logger.id, service.now())
      loggers.set(request, logger)
    },
    onError: async (request, _reply, error) => {
      const logger = loggers.get(request)
      if (logger && error instanceof Problem && isMalformedRequest(error.code)) refusals.note(logger.id, service.now())
    },
    handler: async (request) => {
      const logger = loggers.get(request)
      if (!logger) throw new Problem('logger.keyWrong')
      const data = await ingest(service, logger, checkedBatch(request.body), rowTests)
      if (isMostlyMalformed(data)) refusals.note(logger.id, service.now())
      return { success: true, data }
    },
  })
}

/** `POST /claims`: exchanges a code for a key. Needs no authentication; wrong guesses are rate-limited. */
export function registerClaims(app: FastifyInstance, service: Service): void {
  app.route({
    method: 'POST',
    url: claimPath.slice(ingestBasePath.length),
    bodyLimit: 1024,
    handler: async (request) => {
      checkClaim(request.body)
      const { code } = request.body as LoggerClaim
      return { success: true, data: await claimLogger(service, request.ip, code) }
    },
  })
}

const checkClaim = checkBody(LoggerClaim)

/** `POST /gateway`: takes a gateway's report and returns its settings. */
export function registerGatewaySetup(app: FastifyInstance, service: Service): void {
  const loggers = new WeakMap<FastifyRequest, KeyedLogger>()
  app.route({
    method: 'POST',
    url: gatewaySetupPath.slice(ingestBasePath.length),
    bodyLimit: 32 * 1024,
    // Checked before the body is read.
    onRequest: async (request) => void loggers.set(request, await loggerOf(service, request)),
    handler: async (request) => {
      const logger = loggers.get(request)
      if (!logger) throw new Problem('logger.keyWrong')
      checkReport(request.body)
      return { success: true, data: await takeGatewayReport(service, logger.id, request.body as GatewayReport) }
    },
  })
}

const checkReport = checkBody(GatewayReport)

/** `GET /helioport-gateway.tgz`: the gateway for `npx`; not secret, so no authentication. */
export function registerGatewayFile(app: FastifyInstance, { settings: { gatewayFile } }: Service): void {
  app.get(gatewayPath.slice(ingestBasePath.length), async (_request, reply) => {
    const file = gatewayFile === undefined ? null : await open(gatewayFile).catch(() => null)
    if (!file) throw new Problem('notFound')
    const { size } = await file.stat()
    reply.header('content-type', 'application/gzip').header('content-length', size).header('cache-control', 'no-cache')
    return reply.send(file.createReadStream())
  })
}

/**
 * The logger whose key the request carries: `Authorization: Logger <key>`.
 * @throws Problem logger.keyWrong
 */
export function loggerOf(service: Service, { headers }: FastifyRequest): Promise<KeyedLogger> {
  const key = /^Logger ([A-Za-z0-9_-]+)$/.exec(headers.authorization ?? '')?.[1] ?? null
  return findKeyedLogger(service, key)
}

function isGzip(encoding: string | undefined): boolean {
  if (encoding !== undefined && encoding !== 'identity' && encoding !== 'gzip') {
    throw new Problem('request.unsupportedType')
  }
  return encoding === 'gzip'
}

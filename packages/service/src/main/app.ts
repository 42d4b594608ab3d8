import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { apiBasePath, ingestBasePath, maxImageBytes, traceHeader, traceIdOf } from '@helioport/contract'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { openLive } from '../live/hub.ts'
import { Problem } from '../base/problem.ts'
import { noteWrite, readerOf } from '../access/reader.ts'
import { limitTo } from '../database/limit.ts'
import { duringTrace } from '../database/servers/trace.ts'
import { registerDocs } from '../http/docs.ts'
import { describeError, handleErrors } from '../http/errors.ts'
import { routesOf } from './routes.ts'
import { registerHealth } from './health.ts'
import { requireKnownHost } from '../http/known-host.ts'
import { requireRight } from '../access/require-right.ts'
import { registerOpenidSignIn } from '../openid/sign-in-routes.ts'
import { registerReceipts } from '../message/receipt-routes.ts'
import { registerMailStops } from '../report/stop-routes.ts'
import { findSignedIn } from '../account/sign-in.ts'
import { noteMade, noteRepeat, operationHooks } from '../audit/operation-hooks.ts'
import { registerLoggerCommands } from '../command/logger-routes.ts'
import { openKey } from '../key/open-key.ts'
import {
  loggerOf,
  registerClaims,
  registerGatewayFile,
  registerGatewaySetup,
  registerIngest,
} from '../ingest/routes.ts'
import { logRequests } from '../http/access-log.ts'
import { parseJson } from '../http/json.ts'
import { registerMetrics } from './metrics.ts'
import { registerDocument } from '../http/openapi.ts'
import { type Gate, registerEndpoints } from '../http/register.ts'
import type { Service } from '../base/service.ts'

const maxBodyBytes = 256 * 1024
/** Quiet time without requests that shutdown waits for: a connection with an unread request looks idle. */
const quietMs = 300
/** Interval at which idle connections are closed during shutdown. */
const closeIdleEveryMs = 50
/** A client that never stops sending requests cannot delay shutdown longer than this. */
const longestDrainMs = 5_000

/**
 * Replies above 1 KB are compressed by gzip where the client accepts it: lists and a day's curves get four to seven
 * times smaller, for less than 1 ms of CPU. Requests are decompressed by ingest alone, within its own bounds. No reply
 * reflects request data beside a secret, so its length reveals nothing (BREACH).
 */
const packed = {
  encodings: ['gzip' as const],
  zlibOptions: { level: 4 },
  customTypes: /^(?:application\/(?:\w+\+)?json|text\/csv)(?:;|$)/,
  globalDecompression: false,
}

interface AppOptions {
  log?: Writable
  /** Proxies whose X-Forwarded headers are trusted: addresses, networks, `loopback`. */
  trustedProxies?: readonly string[]
}

/** The whole HTTP service over a database and a clock; it does not listen yet. */
export async function buildApp(service: Service, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.log ? { level: 'info', stream: options.log, serializers: { err: describeError } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    // The trace id that the browser sent, otherwise a new one of the same form.
    genReqId: ({ headers }) => traceIdOf(headers[traceHeader]) ?? randomUUID().replaceAll('-', ''),
    requestIdHeader: false,
    // By default the release host in front runs on the same machine.
    trustProxy: [...(options.trustedProxies ?? ['loopback'])],
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: 100 },
    // A slow request is closed within 12 s; Fastify's defaults would wait for ever.
    requestTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // During shutdown, open connections still get their answer, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  handleErrors(app)
  requireKnownHost(app, service.settings.baseUrl)
  await app.register(helmet, {
    // For replies that are not pages; pages set their own policy.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  logRequests(app)
  app.addHook('onRequest', (request, _reply, done) => duringTrace(request.id, done))
  // Reading a body loses the context: code after it continues from the connection's events.
  app.addHook('preHandler', (request, _reply, done) => duringTrace(request.id, done))
  const live = openLive(service)
  let arrivals = 0
  app.server.on('connection', () => void (arrivals += 1))
  app.addHook('onRequest', async () => void (arrivals += 1))
  app.addHook('preClose', async () => {
    live.close()
    for (let seen = -1, ms = 0; app.server.listening && seen !== arrivals && ms < longestDrainMs; ms += quietMs) {
      seen = arrivals
      await wait(quietMs)
      // After a busy phase, connections and requests may be queued, and the event loop accepts one connection per turn:
      // accept them before concluding that none arrived.
      await turn()
    }
    if (!app.server.listening) return
    // A connection that becomes idle only now would keep the process alive for the keep-alive time.
    const closing = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
    closing.unref()
    app.server.once('close', () => clearInterval(closing))
  })
  registerMetrics(app, service, live)
  registerHealth(app, service)
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      await api.register(cookie)
      await api.register(compress, packed)
      readJson(api)
      registerDocument(api)
      registerDocs(api)
      registerMailStops(api, service)
      registerReceipts(api, service)
      registerOpenidSignIn(api, service)
      registerEndpoints(api, service, gateOf(service), routesOf(live))
      api.setNotFoundHandler(() => {
        throw new Problem('notFound')
      })
    },
    { prefix: apiBasePath },
  )
  await app.register(async (api) => registerLoggers(api, service), { prefix: ingestBasePath })
  return app
}

/**
 * Bodies are JSON only, except uploads; all other types that a browser form can send are refused before any handler.
 */
function readJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  const asItIs = async (request: FastifyRequest, body: Buffer) => {
    if (request.headers['content-encoding'] !== undefined) throw new Problem('request.unsupportedType')
    return body
  }
  api.addContentTypeParser(['image/jpeg', 'image/png'], { parseAs: 'buffer', bodyLimit: maxImageBytes }, asItIs)
  // The route sets the size limit.
  api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, asItIs)
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') throw new Problem('request.unsupportedType')
    return body.length === 0 ? undefined : parseJson(body)
  })
}

const gateOf = (service: Service): Gate => ({
  findSignedIn: (token) => findSignedIn(service, token),
  openKey: (key) => openKey(service, key),
  reader: readerOf,
  noteWrite,
  limit: (whole, stationIds) => ({ ...whole, db: limitTo(whole.db, stationIds) }),
  requireRight,
  hooksOf: (name, accountOf) => operationHooks(service, name, accountOf),
  noteMade,
  noteRepeat,
})

/** Endpoints for loggers. They accept no cookie, so a browser has no access. */
function registerLoggers(app: FastifyInstance, service: Service): void {
  registerIngest(app, service)
  registerClaims(app, service)
  registerGatewayFile(app, service)
  registerGatewaySetup(app, service)
  registerLoggerCommands(app, service, (request) => loggerOf(service, request))
}

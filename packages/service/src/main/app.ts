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
import { registerOpenidWay } from '../openid/way-routes.ts'
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
/** Connections look idle whose request this process has not read yet: it goes on until so long none has come. */
const quietMs = 300
/** While it closes, it is looked this often for connections that have nothing more to do. */
const closeIdleEveryMs = 50
/** Who never ceases to ask does not keep the process. */
const longestDrainMs = 5_000

/**
 * Replies of more than 1 KB go out by gzip to who takes it: a list and a day's curves get four to seven times smaller, for
 * less than 1 ms of the processor. What comes in is unpacked by ingest alone, within its own bounds. No reply repeats what
 * another site could have put into a request beside a secret: its length tells nothing.
 */
const packed = {
  encodings: ['gzip' as const],
  zlibOptions: { level: 4 },
  customTypes: /^(?:application\/(?:\w+\+)?json|text\/csv)(?:;|$)/,
  globalDecompression: false,
}

interface AppOptions {
  log?: Writable
  /** Hosts in front of it whose word counts for who asks and how: addresses, networks, `loopback`. */
  trustedProxies?: readonly string[]
}

/** The whole HTTP service over a database and a clock; it does not listen yet. */
export async function buildApp(service: Service, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.log ? { level: 'info', stream: options.log, serializers: { err: describeError } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    // The id by which a browser knows the request; without: one of the same form.
    genReqId: ({ headers }) => traceIdOf(headers[traceHeader]) ?? randomUUID().replaceAll('-', ''),
    requestIdHeader: false,
    // The release host in front of it runs on the same machine, unless it is said where.
    trustProxy: [...(options.trustedProxies ?? ['loopback'])],
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: 100 },
    // A request that trickles in is closed within 12 s; Fastify's own defaults wait for ever.
    requestTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    // While it closes, connections that are open get their answer, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  handleErrors(app)
  requireKnownHost(app, service.settings.baseUrl)
  await app.register(helmet, {
    // Of replies that are no page; what is one brings its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  logRequests(app)
  app.addHook('onRequest', (request, _reply, done) => duringTrace(request.id, done))
  // What has read a body goes on from its connection.
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
      // A process that was not given its turn finds connections and requests waiting, one connection a turn: they are
      // taken before it is said that none came.
      await turn()
    }
    if (!app.server.listening) return
    // One that has its last answer only now is idle from now on, and would keep the process for the time of a keep-alive.
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
      registerOpenidWay(api, service)
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

/** JSON is the only body, uploads aside; whatever else a browser form can send is refused before any handler. */
function readJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  const asItIs = async (request: FastifyRequest, body: Buffer) => {
    if (request.headers['content-encoding'] !== undefined) throw new Problem('request.unsupportedType')
    return body
  }
  api.addContentTypeParser(['image/jpeg', 'image/png'], { parseAs: 'buffer', bodyLimit: maxImageBytes }, asItIs)
  // As large as the route allows.
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

/** The door of the loggers. It knows no cookie, so a browser has no way in. */
function registerLoggers(app: FastifyInstance, service: Service): void {
  registerIngest(app, service)
  registerClaims(app, service)
  registerGatewayFile(app, service)
  registerGatewaySetup(app, service)
  registerLoggerCommands(app, service, (request) => loggerOf(service, request))
}

import { traceHeader, traceIdOf } from '@helioport/contract'
import { indexPath } from '@helioport/contract/beacon'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openBeaconFile } from '../beacons/beacon-file.ts'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import { createVerdicts } from '../beacons/verdicts.ts'
import { createCanaryController } from '../canary/controller.ts'
import { type CanaryRules, canaryRules } from '../canary/decide.ts'
import { createReporter } from '../operator/report.ts'
import { type SharedState, type Layout, layoutOf } from '../store/layout.ts'
import { createIdentities } from '../team/identity.ts'
import { createServices } from '../upstream/services.ts'
import type { ObjectStore } from '@helioport/object-store'
import { createAccountMarks } from './account-marks.ts'
import { registerApiProxy } from './api-proxy.ts'
import { registerBeaconDoor } from './beacon-door.ts'
import { registerIndexEvents } from './index-events.ts'
import { registerOperatorDoor } from './operator-door.ts'
import { registerOperatorPage } from './operator-page.ts'
import { withOverride } from './override-page.ts'
import { type Overrides, registerOverrides } from './overrides.ts'
import { answerFor, type PageBody } from './nonce-page.ts'
import { createStoreReader } from './page.ts'
import { pageTextsFor } from './page-language.ts'
import { registerReleaseFiles } from './release-files.ts'
import { pageHeaders } from './headers.ts'
import { registerWorkers } from './workers.ts'
import { answerBrokenRequest, refuseRaw, registerSafety } from './safety.ts'
import { registerTeamDoor } from './team-door.ts'
import { registerUploadDoor } from './upload-door.ts'

/** Interval at which counts of beacons are written, in ms; a crash loses at most the last interval. */
const saveEveryMs = 10_000
/** Interval at which canaries are judged even without beacons, in ms. */
const lookEveryMs = 5_000

export interface ReleaseHostOptions {
  /** Data folder of releases. */
  data: string
  /** Bucket in which releases are kept, if not in the folder alone. */
  objects?: ObjectStore | undefined
  /** The state that this host shares with others over that bucket. */
  shared?: SharedState | undefined
  /** Origins of the services. */
  api: string | readonly string[]
  /** Interval at which each of several services is asked for its readiness, in ms. */
  checkServicesMs?: number
  /** Proxies whose forwarded headers are trusted: addresses, networks, `loopback`; default: this machine. */
  trustedProxies?: readonly string[]
  /** Development servers by remote, honoured by a shell built for development: `{station: 'http://127.0.0.1:3101'}`. */
  developmentRemotes?: Readonly<Record<string, string>>
  /** Whether a developer's browser may load one remote from its own machine; see overrides.ts. */
  allowOverrides?: boolean
  /** Host names that it answers to besides localhost: those of the portal's public address. */
  allowedHosts?: readonly string[]
  canaryRules?: CanaryRules
  /** Epoch in ms. */
  now?: () => number
  logLevel?: 'silent' | 'warn' | 'info'
}

const askedAnew = { 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, cookie' }

function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: PageBody): FastifyReply {
  void reply.headers(askedAnew)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(body.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(body.gzip)
  return reply.send(body.plain)
}

const nothingYet = (reply: FastifyReply) =>
  reply.code(503).headers({ 'cache-control': 'no-store' }).type('text/plain').send('Nothing is released yet')

function registerIndex(app: FastifyInstance, state: ReturnType<typeof createStoreReader>): void {
  app.get(indexPath, async (request, reply) => {
    const { index } = await state()
    if (index === null) return nothingYet(reply)
    void reply.type('application/json; charset=utf-8').header('etag', index.etag)
    if (request.headers['if-none-match'] !== index.etag) return sendEncoded(request, reply, index)
    return reply.headers(askedAnew).code(304).send()
  })
}

/** Routes for operators and teams, each with their own keys. */
async function registerDoors(
  app: FastifyInstance,
  layout: Layout,
  statistics: BeaconStatistics,
  report: ReturnType<typeof createReporter>,
  overrides: Overrides,
  now: () => number,
): Promise<void> {
  const identities = createIdentities(layout, now)
  await registerOperatorDoor(app, layout, statistics, report, overrides, now)
  await registerUploadDoor(app, layout, identities, now)
  await registerTeamDoor(app, layout, identities, statistics, report, overrides, now)
}

/**
 * The release host: the portal's page, the signed index and its events, the files of all releases, the beacons of
 * browsers, the operator's page, and the proxy to the service.
 */
export async function createReleaseHost(options: ReleaseHostOptions): Promise<FastifyInstance> {
  const layout = layoutOf(options.data, options.objects, { shared: options.shared })
  const { developmentRemotes = {}, canaryRules: rules = canaryRules, allowOverrides = false, now = Date.now } = options
  const app = Fastify({
    logger: { level: options.logLevel ?? 'warn' },
    trustProxy: [...(options.trustedProxies ?? ['loopback'])],
    genReqId: ({ headers }) => traceIdOf(headers[traceHeader]) ?? crypto.randomUUID().replaceAll('-', ''),
    forceCloseConnections: true,
    // The hook refuses a request without a Host header; Node's own refusal would lack the security headers.
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    requestTimeout: 60_000,
    // Without a limit a caller that reads nothing would hold its connection to the service for ever.
    connectionTimeout: 60_000,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => refuseRaw(reply.raw, 400),
  })
  registerSafety(app, options.allowedHosts ?? [])

  const state = createStoreReader(layout, developmentRemotes)
  const overrides = registerOverrides(app, layout, allowOverrides, now)
  app.get<{ Querystring: { shell?: unknown } }>('/', async (request, reply) => {
    const { shell } = request.query
    const step = shell === 'again' || shell === 'former' ? shell : ''
    const page = await (await state()).page(step, pageTextsFor(request.headers['accept-language'] ?? ''))
    if (page instanceof Error) {
      // The error says whether the files are damaged, or the bucket cannot be reached.
      app.log.error({ err: page }, 'the page cannot be put together')
      return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '10' }).type('text/plain').send('The portal is being restored') // prettier-ignore
    }
    if (page === null) return nothingYet(reply)
    const override = await overrides.of(request)
    const { nonce, etag, isKept } = answerFor(page, override ? undefined : request.headers['if-none-match'])
    const developmentOrigins = override === undefined ? Object.values(developmentRemotes) : [override.origin]
    void reply.headers(pageHeaders({ nonce: page.hasNonce ? nonce : undefined, developmentOrigins })).type('text/html; charset=utf-8') // prettier-ignore
    if (override === undefined) {
      void reply.header('etag', etag)
      return isKept ? reply.headers(askedAnew).code(304).send() : sendEncoded(request, reply, page.withNonce(nonce))
    }
    const text = withOverride(
      page.withNonce(nonce).plain.toString(),
      override,
      request.headers['accept-language'] ?? '',
      nonce,
    )
    return reply.headers({ 'cache-control': 'no-store' }).send(text)
  })
  registerIndex(app, state)
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  const { statistics, save } = await openBeaconFile(layout, rules.addressShare)
  const verdicts = createVerdicts()
  const canaries = createCanaryController(layout, verdicts, rules)
  const tried = (what: string, work: () => Promise<void>) => () =>
    work().catch((error: unknown) => app.log.error({ err: error }, what))
  const look = tried('canaries cannot be looked at', () => canaries.look(now()))
  const keep = tried('counts of beacons cannot be written', () => save(now()))
  const timers = [setInterval(() => void look(), lookEveryMs), setInterval(() => void keep(), saveEveryMs)]
  for (const timer of timers) timer.unref()
  app.addHook('onClose', async () => {
    timers.forEach(clearInterval)
    await keep()
  })

  const services = createServices([options.api].flat(), {
    ...(options.checkServicesMs === undefined ? {} : { checkEveryMs: options.checkServicesMs }),
    log: (line) => app.log.warn(line),
  })
  app.addHook('onClose', async () => services.close())
  await registerIndexEvents(app, layout, services)
  const accountOf = createAccountMarks(services, now)
  await registerBeaconDoor(app, layout, { statistics, verdicts, now, accountOf, onBeacons: look })
  await registerDoors(app, layout, statistics, createReporter(layout, statistics, verdicts, rules), overrides, now)
  await registerOperatorPage(app)
  await registerReleaseFiles(app, layout)
  registerWorkers(app)
  await registerApiProxy(app, services)
  return app
}

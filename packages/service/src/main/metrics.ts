import { type HealthState } from '@helioport/contract'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { portalHealth } from '../health/portal-health.ts'
import { findIngestLag } from '../telemetry/queries/ingest-lag.ts'
import type { Live } from '../live/hub.ts'
import { Problem } from '../base/problem.ts'
import { freeBytes } from '../base/storage.ts'
import type { Service } from '../base/service.ts'

/** In seconds; a page gives up after 1 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * `/metrics`: figures of the process, of requests by route (the pattern, never the URL with its ids) and of database
 * connections, for a Prometheus on this machine; other addresses get 404.
 */
export function registerMetrics(app: FastifyInstance, service: Service, live: Live): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'helioport_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'helioport_database_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(service.db.connections())) connections.set({ state }, count)
    },
  })
  const streams = new Gauge({
    name: 'helioport_event_streams',
    help: 'Streams of live events that are open',
    registers: [registry],
    collect: () => {
      streams.set(live.count())
    },
  })
  const free = new Gauge({
    name: 'helioport_storage_free_bytes',
    help: 'What is free where the embedded database lies',
    registers: [registry],
    collect: async () => {
      free.reset()
      const bytes = await freeBytes(service).catch(() => null)
      if (bytes !== null) free.set(bytes)
    },
  })
  const lag = new Gauge({
    name: 'helioport_ingest_lag_seconds',
    help: 'Age of the newest frame that this share of the devices do not exceed, of those that sent one in the last day',
    labelNames: ['share'],
    registers: [registry],
    collect: async () => {
      // Without a database the lag is unknown; the other figures are still reported.
      const found = await findIngestLag(service.db.read, service.now()).catch(() => null)
      lag.reset()
      for (const [share, seconds] of found ?? []) if (seconds !== null) lag.set({ share }, seconds)
    },
  })
  registerHealthMetrics(registry, service)
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts as long as its page is open: no response time.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    // Only a direct peer on this machine, not through a proxy; also by the machine's own address, if the service
    // listens there.
    const { remoteAddress = '', localAddress } = request.socket
    const isLocal = /^(::ffff:)?127\.|^::1$/.test(remoteAddress) || remoteAddress === localAddress
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined) throw new Problem('notFound')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const levelOf: Record<HealthState, number> = { off: -1, good: 0, warning: 1, bad: 2 }

/** The figures of the operators' page as metrics. */
function registerHealthMetrics(registry: Registry, service: Service): void {
  const state = new Gauge({
    name: 'helioport_part_state',
    help: 'How a part of the portal is: -1 off, 0 good, 1 warning, 2 bad',
    labelNames: ['part', 'cause'],
    registers: [registry],
    collect: async () => {
      state.reset()
      for (const { part, cause, state: own } of await portalHealth(service)) state.set({ part, cause }, levelOf[own])
    },
  })
  const figure = new Gauge({
    name: 'helioport_part_figure',
    help: 'What is known of a part of the portal, by the name of the figure',
    labelNames: ['part', 'figure'],
    registers: [registry],
    collect: async () => {
      figure.reset()
      for (const { part, figures } of await portalHealth(service))
        for (const [name, value] of Object.entries(figures)) figure.set({ part, figure: name }, value)
    },
  })
}

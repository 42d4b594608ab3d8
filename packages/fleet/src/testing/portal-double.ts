import { gunzipSync } from 'node:zlib'
import { apiBasePath, type DeviceModules, type FrameStamp, ingestBasePath } from '@helioport/contract'
import { endpoints } from '@helioport/contract/endpoints'
import { IngestBatch } from '@helioport/contract/ingest'
import Fastify, { type FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'

export interface PortalDouble {
  url: string
  /** Every accepted batch, in order. */
  batches: IngestBatch[]
  /** First reading of each sample: energy counter by serial and time, irradiance by time. */
  samples: Map<string, number | null | undefined>
  stations: string[]
  devices: string[]
  modules: DeviceModules[]
  /** Stamps set for a logger, in order. */
  stamps: (FrameStamp | null | undefined)[]
  /** The next `count` ingest requests are answered with 503, or their connection is cut, as by a kill. */
  failNext: (count: number, how: 'busy' | 'cut') => void
  close: () => Promise<void>
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const check = (schema: TSchema, value: unknown) => {
  const [error] = Value.Errors(schema, value)
  if (error) throw new Error(`${error.instancePath} ${error.message}`)
}
const problem = (errorCode: string) => ({ success: false, errorCode, errorMessage: '' })
const ok = (data: unknown) => ({ success: true, data })

/** State of the portal. */
interface Known {
  stations: string[]
  loggers: string[]
  /** Logger id by serial. */
  devices: Map<string, string>
  /** Modules of the devices, in order of arrival. */
  modules: DeviceModules[]
  stamps: (FrameStamp | null | undefined)[]
}

/** The portal endpoints that the fleet calls, over real HTTP; each body is checked against the contract. */
export async function portalDouble(): Promise<PortalDouble> {
  const app = Fastify({ bodyLimit: 32 * 1024 * 1024 })
  const known: Known = { stations: [], loggers: [], devices: new Map(), modules: [], stamps: [] }
  const door: Door = { batches: [], samples: new Map(), fails: 0, how: 'busy' }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const raw = body as Buffer
    done(null, JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString()))
  })
  registerSession(app)
  registerThings(app, known)
  registerDoor(app, door)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    batches: door.batches,
    samples: door.samples,
    stations: known.stations,
    modules: known.modules,
    stamps: known.stamps,
    get devices() {
      return [...known.devices.keys()]
    },
    failNext: (count, how) => void Object.assign(door, { fails: count, how }),
    close: async () => {
      await app.close()
    },
  }
}

/** Sign-in, and the authentication of all other endpoints of the web API. */
function registerSession(app: FastifyInstance): void {
  app.post(`${apiBasePath}/session`, async (request, reply) => {
    check(endpoints['POST /session'].body, request.body)
    const { password } = request.body as { password: string }
    if (password !== 'right') return reply.code(401).send(problem('session.wrongCredentials'))
    return reply.header('set-cookie', 'sid=1; HttpOnly; Path=/').send(ok({}))
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(apiBasePath) || request.url.endsWith('/session')) return
    if (request.headers.cookie !== 'sid=1' || request.headers['x-requested-with'] !== 'XMLHttpRequest') {
      await reply.code(401).send(problem('session.required'))
    }
  })
}

function registerThings(app: FastifyInstance, { stations, loggers, devices, modules, stamps }: Known): void {
  app.post(`${apiBasePath}/stations`, async (request, reply) => {
    check(endpoints['POST /stations'].body, request.body)
    const { name } = request.body as { name: string }
    if (stations.includes(name)) return reply.code(409).send(problem('station.nameTaken'))
    stations.push(name)
    return ok({ id: id(stations.length) })
  })
  app.get(`${apiBasePath}/stations`, async () => ok(stations.map((name, i) => ({ name, id: id(i + 1) }))))
  app.post(`${apiBasePath}/loggers`, async (request, reply) => {
    check(endpoints['POST /loggers'].body, request.body)
    const { serial } = request.body as { serial: string }
    if (loggers.includes(serial)) return reply.code(409).send(problem('logger.serialTaken'))
    loggers.push(serial)
    return ok({ id: id(100 + loggers.length), serial, key: `key of ${serial}` })
  })
  app.put(`${apiBasePath}/loggers/:loggerId`, async (request) => {
    check(endpoints['PUT /loggers/:loggerId'].body, request.body)
    stamps.push((request.body as { stamp?: FrameStamp | null }).stamp)
    return ok(null)
  })
  app.post(`${apiBasePath}/devices`, async (request, reply) => {
    check(endpoints['POST /devices'].body, request.body)
    const { serial, loggerId } = request.body as { serial: string; loggerId: string }
    if (devices.has(serial)) return reply.code(409).send(problem('device.serialTaken'))
    devices.set(serial, loggerId)
    return ok({ id: id(200 + devices.size) })
  })
  app.put(`${apiBasePath}/devices/:deviceId/modules`, async (request) => {
    check(endpoints['PUT /devices/:deviceId/modules'].body, request.body)
    modules.push(request.body as DeviceModules)
    return ok(request.body)
  })
}

/** State of the ingest endpoint: accepted batches, and number of requests still to refuse. */
interface Door {
  batches: IngestBatch[]
  samples: PortalDouble['samples']
  fails: number
  how: 'busy' | 'cut'
}

function registerDoor(app: FastifyInstance, door: Door): void {
  app.post(`${ingestBasePath}/frames`, async (request, reply) => {
    if (door.fails > 0) {
      door.fails--
      if (door.how === 'busy') return reply.code(503).send(problem('service.unavailable'))
      request.raw.socket.destroy()
      return reply
    }
    check(IngestBatch, request.body)
    const batch = request.body as IngestBatch
    if (request.headers.authorization !== `Logger key of ${batch.logger}`) {
      return reply.code(401).send(problem('logger.keyWrong'))
    }
    door.batches.push(batch)
    let [accepted, duplicates] = [0, 0]
    const take = (key: string, value: number | null | undefined) => {
      if (door.samples.has(key)) duplicates++
      else accepted++
      door.samples.set(key, value)
    }
    for (const frame of batch.devices) take(`${frame.serial} ${frame.at}`, frame.energyTotalKwh)
    for (const frame of batch.sensors ?? []) take(`sensors ${frame.at}`, frame.irradianceWm2)
    return ok({ accepted, duplicates, rejected: [], serverTime: 0 })
  })
}

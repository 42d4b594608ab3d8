import { gunzipSync } from 'node:zlib'
import { apiBasePath, ingestBasePath } from '@helioport/contract'
import { endpoints } from '@helioport/contract/endpoints'
import { IngestBatch } from '@helioport/contract/ingest'
import Fastify from 'fastify'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'

export interface PortalDouble {
  url: string
  /** Every batch that was taken, in order. */
  batches: IngestBatch[]
  /** Energy counters by serial, last reading by time. */
  samples: Map<string, number | null | undefined>
  stations: string[]
  devices: string[]
  /** From now on so many ingest requests are answered with 503; or the connection is cut, as by a kill. */
  failNext: (count: number, how: 'busy' | 'cut') => void
  close: () => Promise<void>
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The few endpoints of a portal that the fleet calls, over real HTTP, each body checked against the contract. */
export async function portalDouble(): Promise<PortalDouble> {
  const app = Fastify({ bodyLimit: 32 * 1024 * 1024 })
  const [batches, samples]: [IngestBatch[], Map<string, number | null | undefined>] = [[], new Map()]
  const [stations, loggers, devices]: [string[], string[], Map<string, string>] = [[], [], new Map()]
  let [fails, how]: [number, 'busy' | 'cut'] = [0, 'busy']
  const check = (schema: TSchema, value: unknown) => {
    const [error] = Value.Errors(schema, value)
    if (error) throw new Error(`${error.instancePath} ${error.message}`)
  }
  const problem = (status: number, errorCode: string) => ({
    status,
    body: { success: false, errorCode, errorMessage: '' },
  })
  const ok = (data: unknown) => ({ success: true, data })

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const raw = body as Buffer
    done(null, JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString()))
  })
  app.post(`${apiBasePath}/session`, async (request, reply) => {
    check(endpoints['POST /session'].body, request.body)
    const { password } = request.body as { password: string }
    if (password !== 'right') return reply.code(401).send(problem(401, 'session.wrongCredentials').body)
    return reply.header('set-cookie', 'sid=1; HttpOnly; Path=/').send(ok({}))
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(apiBasePath) || request.url.endsWith('/session')) return
    if (request.headers.cookie !== 'sid=1' || request.headers['x-requested-with'] !== 'XMLHttpRequest') {
      await reply.code(401).send(problem(401, 'session.required').body)
    }
  })
  app.post(`${apiBasePath}/stations`, async (request, reply) => {
    check(endpoints['POST /stations'].body, request.body)
    const { name } = request.body as { name: string }
    if (stations.includes(name)) return reply.code(409).send(problem(409, 'station.nameTaken').body)
    stations.push(name)
    return ok({ id: id(stations.length) })
  })
  app.get(`${apiBasePath}/stations`, async () => ok(stations.map((name, i) => ({ name, id: id(i + 1) }))))
  app.post(`${apiBasePath}/loggers`, async (request, reply) => {
    check(endpoints['POST /loggers'].body, request.body)
    const { serial } = request.body as { serial: string }
    if (loggers.includes(serial)) return reply.code(409).send(problem(409, 'logger.serialTaken').body)
    loggers.push(serial)
    return ok({ id: id(100 + loggers.length), serial, key: `key of ${serial}` })
  })
  app.post(`${apiBasePath}/devices`, async (request, reply) => {
    check(endpoints['POST /devices'].body, request.body)
    const { serial, loggerId } = request.body as { serial: string; loggerId: string }
    if (devices.has(serial)) return reply.code(409).send(problem(409, 'device.serialTaken').body)
    devices.set(serial, loggerId)
    return ok({ id: id(200 + devices.size) })
  })
  app.post(`${ingestBasePath}/frames`, async (request, reply) => {
    if (fails > 0) {
      fails--
      if (how === 'cut') {
        request.raw.socket.destroy()
        return reply
      }
      return reply.code(503).send(problem(503, 'service.unavailable').body)
    }
    check(IngestBatch, request.body)
    const batch = request.body as IngestBatch
    if (request.headers.authorization !== `Logger key of ${batch.logger}`) {
      return reply.code(401).send(problem(401, 'logger.keyWrong').body)
    }
    batches.push(batch)
    let [accepted, duplicates] = [0, 0]
    const take = (key: string, value: number | null | undefined) => {
      if (samples.has(key)) duplicates++
      else accepted++
      samples.set(key, value)
    }
    for (const frame of batch.devices) take(`${frame.serial} ${frame.at}`, frame.energyTotalKwh)
    for (const frame of batch.sensors ?? []) take(`sensors ${frame.at}`, frame.irradianceWm2)
    return ok({ accepted, duplicates, rejected: [], serverTime: 0 })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    batches,
    samples,
    stations,
    get devices() {
      return [...devices.keys()]
    },
    failNext(count, kind) {
      ;[fails, how] = [count, kind]
    },
    close: async () => {
      await app.close()
    },
  }
}

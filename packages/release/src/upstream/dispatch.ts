import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { type Services, silentCode } from './services.ts'

/** Time-out of connecting, in ms: a service that is down is detected quickly. */
const connectMs = 2_000
/** Time-out until the service begins its reply, in ms. */
const thinkMs = 30_000

/** Request as @fastify/http-proxy passes it. */
type Body = Exclude<Dispatcher.RequestOptions['body'], undefined>
type Request = Omit<Dispatcher.RequestOptions, 'headers' | 'body'> & {
  headers: Record<string, unknown>
  body?: Body | undefined
}
type Answer = (error: Error | null, reply?: Dispatcher.ResponseData) => void

/** Replaces undici's agent in @fastify/http-proxy. */
export interface Upstream {
  request: (request: Request, answer: Answer) => void
  headersTimeout: number
  bodyTimeout: number
  destroy: () => Promise<void>
}

/** Errors before any byte of the request was sent. */
const notSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Errors after the request was sent: the connection broke, or the service is silent. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED', silentCode])

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

/**
 * Records whether anything of a body was read: an unread body can be sent again in the next try. A failed try does not
 * destroy the stream: the caller still waits on that connection for a reply.
 */
function untilRead(body: Body) {
  const seen = { begun: false }
  if (!(body instanceof Readable)) return { seen, body }
  async function* parts(stream: Readable) {
    seen.begun = true
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  }
  return { seen, body: parts(body) as unknown as Body }
}

/**
 * Sends each request to a service in use, and retries at the next one: always where nothing was sent; after a broken
 * connection only for GET and HEAD, since others may have had their effect. `connections`: per service, each for one
 * request at a time.
 */
export function createUpstream(services: Services, connections: number): Upstream {
  const pools = new Map<string, Pool>()
  const poolOf = (origin: string): Pool => {
    // Otherwise the pool would accept any certificate.
    const connect = { timeout: connectMs, rejectUnauthorized: true }
    const pool = pools.get(origin) ?? new Pool(origin, { connections, connect, pipelining: 1 })
    pools.set(origin, pool)
    return pool
  }

  async function send(request: Request): Promise<Dispatcher.ResponseData> {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    let last: unknown
    for (const origin of services.inTurn()) {
      const { seen, body } = untilRead(request.body ?? null)
      try {
        const reply = await poolOf(origin).request({
          ...request,
          origin,
          body,
          headers: headersFor(origin, request.headers),
          ...(isReading && { signal: services.silence(origin) }),
        })
        // A caller that has disconnected destroys the body with an error, before anybody else listens for one.
        reply.body.on('error', () => undefined)
        return reply
      } catch (error) {
        last = error
        const code = codeOf(error)
        if (notSent.has(code)) services.missed(origin)
        else if (!isReading || !cutOff.has(code)) throw error
        if (seen.begun) throw error
      }
    }
    throw last
  }

  return {
    request: (request, answer) => {
      send(request).then(
        (reply) => answer(null, reply),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      )
    },
    headersTimeout: thinkMs,
    bodyTimeout: 0,
    destroy: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

/** A service on another machine gets the portal's host name: it does not know its own address. */
function headersFor(origin: string, headers: Request['headers']): Record<string, string> {
  const { protocol, host, hostname } = new URL(origin)
  const isNear = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  const portal = headers['x-forwarded-host']
  return {
    ...(headers as Record<string, string>),
    host: isNear || protocol === 'https:' || typeof portal !== 'string' ? host : portal,
  }
}

import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { type Services, silentCode } from './services.ts'

/** Connecting takes this long at most, in ms: a service that is down is said to be down. */
const connectMs = 2_000
/** So long a service may think before it begins to answer, in ms. */
const thinkMs = 30_000

/** What @fastify/http-proxy hands over. */
type Body = Exclude<Dispatcher.RequestOptions['body'], undefined>
type Request = Omit<Dispatcher.RequestOptions, 'headers' | 'body'> & {
  headers: Record<string, unknown>
  body?: Body | undefined
}
type Answer = (error: Error | null, reply?: Dispatcher.ResponseData) => void

/** What takes the place of an agent of undici in @fastify/http-proxy. */
export interface Upstream {
  request: (request: Request, answer: Answer) => void
  headersTimeout: number
  bodyTimeout: number
  destroy: () => Promise<void>
}

/** Nobody was there: not a byte of the request was sent. */
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
/** Somebody went away over the request, or was found silent. */
const cutOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED', silentCode])

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

/**
 * A body of which it is known whether anything of it was read: a body that a try has not begun is there for the next.
 * The stream itself is left alone when a try fails, since the caller still waits on that connection for a reply.
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
 * Sends each request to a service in use. What nobody took is sent to the next one; what was cut off is, if it only
 * reads (GET, HEAD): any other may have had its effect. `connections`: to each service, each for one request at a time.
 */
export function createUpstream(services: Services, connections: number): Upstream {
  const pools = new Map<string, Pool>()
  const poolOf = (origin: string): Pool => {
    // Else it would take any certificate.
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
        // Who asked may be gone by now: then it is destroyed with an error before anybody else listens for one.
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

/** A service on another machine knows the portal's name, and not its own address. */
function headersFor(origin: string, headers: Request['headers']): Record<string, string> {
  const { protocol, host, hostname } = new URL(origin)
  const isNear = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  const portal = headers['x-forwarded-host']
  return {
    ...(headers as Record<string, string>),
    host: isNear || protocol === 'https:' || typeof portal !== 'string' ? host : portal,
  }
}
